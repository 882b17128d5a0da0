"""What the tests of All Creatures Big and Small share."""
