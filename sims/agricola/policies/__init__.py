"""The policies: each file declares one."""
