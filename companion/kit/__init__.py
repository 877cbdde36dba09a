"""Printing: the same rules data as pieces on paper, at true scale.

Two stages. Faces: each distinct face is drawn once by WeasyPrint to a page of its own, and kept on disk under the hash
of everything that it is made of. Sheets: pikepdf places the faces on paper. The second stage alone runs when the faces
are there, and never imports WeasyPrint.

The door is `companion.kit.job.make`; `companion.kit.options.KitOptions` says what can be asked for; and
`python -m companion.kit eruption -o eruption.pdf --progress json` is the same in a process of its own.
"""
