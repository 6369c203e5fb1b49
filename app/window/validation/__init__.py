"""The model against this customer's figures and against the published measurements."""
