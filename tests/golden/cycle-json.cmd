simulate --workload cycle:small=1K*256,large=256K,repeat=100 --strategy exponential:gap=exponential,per-byte --rate 64K,512K --trials 200 --format json --reproducible --threads 2
