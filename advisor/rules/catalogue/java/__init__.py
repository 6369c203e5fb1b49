"""Java and Cognos on z/OS."""
