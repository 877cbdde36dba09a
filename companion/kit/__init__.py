"""Printing: the same rules data as pieces on paper, at true scale.

In order of what happens: options in words are read (`options`, `choices`, `kinds`); the game says which pieces it has
(`eruption`); those are kept that were asked for, at the size that was asked for (`choosing`, `versions`); they are laid
out on sheets (`plan`, with `layout`, `poster` and `imposition`), so that the paper can be counted. Then each distinct
face is drawn once by WeasyPrint to a page of its own and kept under the hash of everything that it is made of
(`drawing`, `cache`), or taken from those that came along (`shipped`). Last, pikepdf places the faces on paper
(`sheets`), or they become something else (`export`). Only drawing imports WeasyPrint.

The door is `companion.kit.job.make`; `companion.kit.options.KitOptions` says what can be asked for; and
`python -m companion.kit eruption -o eruption.pdf --json` is the same in a process of its own.
"""
