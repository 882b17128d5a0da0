"""What the tests of Agricola share."""
