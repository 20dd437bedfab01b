simulate --engine step --strategy per-byte:scope=thread --workload lognormal:allocations=50000,threads=4 --rate 16K --trials 64 --top 4
