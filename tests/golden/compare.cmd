simulate --compare per-byte,per-byte@hits-times-rate --workload cycle:small=64*100,large=8K,repeat=50 --rate 4K --trials 500
