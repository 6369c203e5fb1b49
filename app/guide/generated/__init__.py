"""Catalogues, each made from what the program declares; a module gives ``pages()``."""
