"""The report's sections: each a function from the writer to plain data."""
