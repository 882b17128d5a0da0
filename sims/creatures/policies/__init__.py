"""The policies that come with the game: each file is one."""
