simulate --view live --dump peak-seen --strategy per-byte,schedule --workload server:allocations=20000 --rate 16K --trials 64 --top 1 --format json
