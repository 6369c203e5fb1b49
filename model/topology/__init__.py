"""The installation as data: components, their settings and measured figures, links, and changes.

A :class:`Topology` is frozen. Every edit, whether made by a reader, a rule, a what-if slider or the
canvas, is a :class:`Change` that yields a new topology, so a scenario is the baseline plus an
ordered tuple of changes and undo is keeping the old value.

What kinds of component exist, which settings they have and where they may be placed is declared by
the files of ``model.hardware`` and ``model.subsystems`` (``KINDS``) and collected in
``model.catalogue``; this package knows no product by name.
"""

from model.topology.changes import CHANGED as CHANGED
from model.topology.changes import AddComponent as AddComponent
from model.topology.changes import AddLink as AddLink
from model.topology.changes import Change as Change
from model.topology.changes import ChangeError as ChangeError
from model.topology.changes import MoveComponent as MoveComponent
from model.topology.changes import RemoveComponent as RemoveComponent
from model.topology.changes import RemoveLink as RemoveLink
from model.topology.changes import RenameComponent as RenameComponent
from model.topology.changes import Scenario as Scenario
from model.topology.changes import SetSetting as SetSetting
from model.topology.changes import apply_change as apply_change
from model.topology.changes import apply_changes as apply_changes
from model.topology.changes import values_set as values_set
from model.topology.components import ASSUMED as ASSUMED
from model.topology.components import DEFAULT as DEFAULT
from model.topology.components import Component as Component
from model.topology.components import Link as Link
from model.topology.components import Measured as Measured
from model.topology.components import Origin as Origin
from model.topology.components import Setting as Setting
from model.topology.components import Topology as Topology
from model.topology.components import Value as Value
from model.topology.differences import changes_between as changes_between
from model.topology.kinds import Catalogue as Catalogue
from model.topology.kinds import ComponentKind as ComponentKind
from model.topology.kinds import SettingSpec as SettingSpec
from model.topology.kinds import Usual as Usual
from model.topology.validation import Issue as Issue
from model.topology.validation import contradictions as contradictions
from model.topology.validation import not_running as not_running
from model.topology.validation import validate as validate
