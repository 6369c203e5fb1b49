"""Sentences of rules, plans and models in another language.

Rules say what they say in English, as plain f-strings: the English sentence is also what JSON and
terminal print. A translation is a file ``resources/i18n/<language>/*.json`` that maps the sentence
*as it stands in the source*, a template such as ``{name}: {waits:,.0f} waits for a string.``, to
the same sentence in that language with the same names in braces.

``collect`` reads the templates from the source (names are taken from the expressions), so that a
test finds missing and stale entries and differing names; ``python -m advisor.translation.collect de
--write`` adds what is new with an empty translation. ``sentences`` recognises a printed sentence by
its template, takes the values out and puts them into the translation, figures with the language's
separators. What has no translation is never passed off as one: the answer says so, and the report
marks it and counts it.

Decision: recognising sentences instead of carrying template and values through every layer. Rules,
plans and models stay free of translation calls and plain ``str`` stays the type of every sentence,
also of those that are put together, stored or come out of an exception. The price is that a
sentence could match two templates; the one with more words of its own wins, and a test reads every
sentence that the sample engagement and the report-text cases give back through its template.
"""

from advisor.translation.sentences import Sentences as Sentences
from advisor.translation.sentences import Spoken as Spoken
from advisor.translation.sentences import sentences_in as sentences_in
