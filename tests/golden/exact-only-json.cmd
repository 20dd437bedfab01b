simulate --exact-only --strategy poisson --workload cycle:a=512K --rate 512K --format json
