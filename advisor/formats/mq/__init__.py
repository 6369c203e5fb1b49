"""IBM MQ: console, statistics prints, SMF 115 and 116."""
