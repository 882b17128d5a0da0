"""All Creatures Big and Small: the two-player game of farms and animals, the base game of 2012."""
