"""The record: every law against measurements, also those that nothing was fitted to."""
