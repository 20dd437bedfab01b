simulate --strategy per-byte,exponential,poisson --estimator horvitz-thompson,hits-times-rate,raw --workload server:allocations=100000 --trials 100 --top 3 --format tsv
