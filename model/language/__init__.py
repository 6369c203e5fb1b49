"""Sentences as data: what is said, with typed values, until somebody asks for it in a language.

``say("{name}: {waits:,.0f} waits for a string.", name=Name("F1"), waits=1234.0)`` is a ``str``, the
English sentence, and remembers what it was made of. :func:`in_language` puts it into another
language at the last moment: the template is looked up in the language's PO file, values are written
as the language writes them, names pass through a mask if there is one. Sentences put together by
``+``, :func:`joined` and :func:`listed` keep what they were made of.
"""

from model.language.catalogues import Catalogue as Catalogue
from model.language.catalogues import catalogue_of as catalogue_of
from model.language.rendering import Speech as Speech
from model.language.rendering import Spoken as Spoken
from model.language.rendering import begun as begun
from model.language.rendering import counted_phrase as counted_phrase
from model.language.rendering import in_language as in_language
from model.language.rendering import phrase as phrase
from model.language.sentence import KEPT as KEPT
from model.language.sentence import ComponentId as ComponentId
from model.language.sentence import FigureName as FigureName
from model.language.sentence import Hidden as Hidden
from model.language.sentence import Keyword as Keyword
from model.language.sentence import LineNumber as LineNumber
from model.language.sentence import Name as Name
from model.language.sentence import Quoted as Quoted
from model.language.sentence import Sentence as Sentence
from model.language.sentence import SettingName as SettingName
from model.language.sentence import Stored as Stored
from model.language.sentence import Value as Value
from model.language.sentence import Verbatim as Verbatim
from model.language.sentence import counted as counted
from model.language.sentence import joined as joined
from model.language.sentence import listed as listed
from model.language.sentence import mark as mark
from model.language.sentence import meant as meant
from model.language.sentence import mentions as mentions
from model.language.sentence import on_one_line as on_one_line
from model.language.sentence import parts_of as parts_of
from model.language.sentence import say as say
from model.language.sentence import sentences as sentences
from model.language.sentence import stored as stored
from model.language.sentence import with_lines as with_lines
