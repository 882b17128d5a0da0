"""Which policy is better, by how much, and how sure: paired games, watched without harm until it is known.

`plan` says what is compared, `lineup` who sits where, `tally` adds up, `standing` estimates, `decision` says when it is
known, `match` plays, `result` gives the answer as frames, `store` keeps it.
"""

from .match import compare
from .plan import ComparePlan, make_compare_plan
from .result import CompareResult

__all__ = ["ComparePlan", "CompareResult", "compare", "make_compare_plan"]
