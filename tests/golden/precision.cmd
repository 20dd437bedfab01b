simulate --workload lognormal:allocations=50000 --rate 64K --precision 3% --top 4
