"""z/VSE and z/VM."""
