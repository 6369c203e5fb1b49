"""From files to an analysed engagement, and what is written of it."""
