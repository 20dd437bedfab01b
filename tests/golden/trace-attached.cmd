trace info --format json tests/data/attached.raw.zst
