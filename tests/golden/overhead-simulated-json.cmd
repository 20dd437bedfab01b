simulate --sample-cost 2us --workload cycle:a=100*1000,b=50000*3 --strategy per-byte,per-allocation:match=overhead --rate 10K --trials 100 --top 0 --format json --reproducible --threads 2
