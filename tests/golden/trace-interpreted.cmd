trace info tests/data/inlined.zst
