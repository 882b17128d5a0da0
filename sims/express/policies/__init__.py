"""Policies for Agricola Express, one file each; the file's name is the policy's, with `_` for `-`.

To add one, add a file: the help, the tests and the comparison find it by themselves.
"""
