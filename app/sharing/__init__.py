"""Engagements for others: with the customer's names disguised, or under a passphrase.

:mod:`app.sharing.disguise` replaces names by others of the same shape, so that reports keep their
columns; :mod:`app.sharing.masked` writes a whole engagement anew with them and checks that it still
says the same; :mod:`app.sharing.sealing` encrypts a file.
"""
