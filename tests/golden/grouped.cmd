simulate --exact-only --format tsv --top all --site-depth '^([^ ]+) tiny' --drop-pool --workload tests/data/inlined.zst
