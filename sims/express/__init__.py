"""Agricola Express v1.3, its rules as in rules/express.md."""
