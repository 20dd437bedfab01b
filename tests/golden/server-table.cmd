simulate --top 5
