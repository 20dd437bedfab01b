simulate --show shares --workload cycle:A=8*1000000,B=8MB --rate 1MB --trials 100
