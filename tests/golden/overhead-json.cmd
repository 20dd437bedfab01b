simulate --alloc-cost 0:10,1K:100 --sample-cost 2us --workload cycle:a=100*1000,b=5000*3 --rate 10K --exact-only --format json
