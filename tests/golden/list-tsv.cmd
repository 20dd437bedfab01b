list --format tsv
