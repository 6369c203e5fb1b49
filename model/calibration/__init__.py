"""Published measurements, fits with intervals, validation, and calibration to a customer."""
