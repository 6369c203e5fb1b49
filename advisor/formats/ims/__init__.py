"""IMS: PROCLIB members, IMS Monitor."""
