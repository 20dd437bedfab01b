simulate --exact-only --strategy per-byte,exponential --rate 128K..512K --top 3
