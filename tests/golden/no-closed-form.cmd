simulate --strategy per-byte:gap=uniform --estimator hits-times-rate,raw --workload uniform:allocations=20000 --rate 4K --top 2 --trials 300
