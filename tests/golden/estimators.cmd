simulate --estimator horvitz-thompson,hits-times-rate,residual,max-size-rate,running-total,raw --workload cycle:small=64*100,large=8K,repeat=50 --rate 4K --trials 200
