"""What the rooms of the model promise each other: subsystems offer it, projection asks for it.

``evaluation`` is a question to a subsystem's model and its answer, ``protocol`` what a product's
model has to have to take part in projections. Nothing here knows a product.
"""
