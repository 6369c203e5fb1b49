"""The topology canvas: layout and routing (pure), items that mirror, one class per gesture."""
