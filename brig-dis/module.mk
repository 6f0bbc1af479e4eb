# brig-dis
