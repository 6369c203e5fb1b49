"""The Advice page: findings, their pages, the plan."""
