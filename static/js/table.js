// Small comforts of the play page; everything works without them.
