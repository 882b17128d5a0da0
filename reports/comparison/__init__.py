"""The report of a comparison: who is best, by how much, how sure, and where the difference comes from."""
