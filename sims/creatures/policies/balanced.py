"""The balanced character: pastures, buildings, expansions and all four types, by worths that a search has found."""

from ..character import character

choose = character("balanced", "Weigh herd, room, buildings and goods, and take the move that makes the farm best.")
