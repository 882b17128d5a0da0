"""What every game loop does around a question to a policy, and with the rows of a game.

A game's table has `position`, `words` (the same memory as int64), `witness` (int64, as long as what a policy may not
change of it), `trouble` (int64[5]) and `asked` (int64[2]).
"""

from __future__ import annotations

from .jit import kernel


@kernel(inline=True, kept=False)
def report(table, kind, seat, round_, what):
    """Write down what a policy did wrong and say that the game goes on no more."""
    table.trouble[0], table.trouble[2], table.trouble[3], table.trouble[4] = kind, seat, round_, what
    return False


@kernel(inline=True, kept=False)
def remember(table, players, seat, purpose):
    """Count the question that follows, and copy the position aside if the policy that is asked is not trusted."""
    table.asked[0] += 1
    table.asked[1] = purpose
    if players.guarded[seat]:
        for word in range(len(table.witness)):
            table.witness[word] = table.words[word]


@kernel(inline=True, kept=False)
def unchanged(table, players, seat):
    """Say whether a policy that is not trusted has left the position as it was."""
    if players.guarded[seat]:
        for word in range(len(table.witness)):
            if table.witness[word] != table.words[word]:
                return False
    return True


@kernel(inline=True)
def add_up(rows, sums, squares, kept):
    """Add a game's rows (int64[seats, k]) to `sums` and `squares`, and copy the first columns to `kept`."""
    seats, wide = sums.shape
    for seat in range(seats):
        for column in range(wide):
            value = rows[seat, column]
            sums[seat, column] += value
            squares[seat, column] += value * value
        for column in range(kept.shape[1]):
            kept[seat, column] = rows[seat, column]
