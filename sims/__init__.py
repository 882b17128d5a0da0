"""The games: compiled rules, moves, harvests, scoring, game loops and policies."""
