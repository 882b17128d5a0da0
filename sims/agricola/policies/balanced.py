"""The balanced character: rooms and family, fields, pastures and a kitchen, by worths that a search has found."""

from ..character import character

choose = character("balanced", "Weigh family, food, farm and goods, and take the move that makes the farm best.")
