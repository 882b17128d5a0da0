"""Agricola, 2007 and Revised: one engine, whose editions and modes are data (see `editions`)."""
