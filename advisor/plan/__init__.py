"""The plan: which findings to apply together, in which order, and what that brings."""

from advisor.plan.choosing import best_plan as best_plan
