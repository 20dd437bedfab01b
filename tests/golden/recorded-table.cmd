simulate --workload tests/data/tiny.raw.zst --rate 4K --top 5 --trials 300
