"""Written-down farms and games, as the command offers them."""
