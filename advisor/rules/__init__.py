"""The advisor's rules: how they are declared, run, weighed and documented.

``evaluation.evaluate_rules`` runs them, ``pages`` prints them. Adding a rule is adding it to the
``RULES`` of a file of :mod:`.catalogue`, or adding a file; nothing else names it.
"""

from advisor.rules.base import Rule as Rule
from advisor.rules.base import procedure_of as procedure_of
from advisor.rules.base import rule as rule
from advisor.rules.base import rules as rules
from advisor.rules.context import RuleContext as RuleContext
from advisor.rules.evaluation import evaluate_rules as evaluate_rules
from advisor.rules.pages import catalogue_json as catalogue_json
from advisor.rules.pages import page_json as page_json
from advisor.rules.pages import page_text as page_text
from advisor.rules.projecting import Projected as Projected
from advisor.rules.projecting import Projector as Projector
from advisor.rules.projecting import model_projector as model_projector
