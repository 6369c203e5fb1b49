"""Sentences of rules, plans, models and readers in another language.

They are data (``model.language``): a template with typed values. A translation is an entry of
``resources/i18n/<language>/LC_MESSAGES/*.po``: the template as it stands in the source and the same
sentence in that language with the same names in braces.

``collect`` reads the templates and the plain texts of declarations from the source, so that a test
finds missing and stale entries and differing names; ``python -m advisor.translation.collect de
--write`` adds what is new with an empty translation. What has no translation is never passed off as
one: the answer says so, and the report marks it and counts it. Decision record 0014 says why.
"""

from advisor.translation.sentences import Sentences as Sentences
from advisor.translation.sentences import is_spoken as is_spoken
from advisor.translation.sentences import sentences_in as sentences_in
from model.language import Spoken as Spoken
