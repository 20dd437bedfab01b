trace info --drop-pool tests/data/tiny.raw.zst
