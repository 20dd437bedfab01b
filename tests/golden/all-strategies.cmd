simulate --strategy all --workload server:allocations=50000 --rate 64K --trials 64 --top 2
