"""The commands of `analyser`, one short module for each or for a close family. They compute nothing themselves.

`cli.py` puts them together. They belong to its room: nothing else of `analyser` imports from here. Importing them is
light, so that help is there at once: whatever loads numba, numpy, pandas or pictures is imported within the functions.

A command returns its exit code: 0 done (None is the same), 1 the user's data is wrong, 2 wrong usage, 130 stopped
(Ctrl-C), 141 nobody reads the output any more.
"""

DONE, WRONG_DATA, WRONG_USAGE, STOPPED, PIPE_CLOSED = 0, 1, 2, 130, 141
