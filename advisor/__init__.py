"""What to change: reports to observations, findings, plans and the document that carries them."""
