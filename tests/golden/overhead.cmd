simulate --show overhead --workload slab:allocations=100000 --strategy per-byte,per-allocation:match=overhead --trials 50 --rate 128K
