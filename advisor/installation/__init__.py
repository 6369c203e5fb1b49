"""From observations to the as-is installation.

``builder`` joins observations of all files into one topology: subjects become components,
``setting.*`` metrics settings, ``relation.*`` metrics containment and links, all else measured
figures, each with the report line it stands on. Of reports that came in with several imports
``imports`` says which figures are the baseline and which history. Neither knows a product; what
follows from several figures of one product (a database's totals from its nuclei) is added by the
files of ``derivations``, one per subsystem, found by looking into that folder.
"""

from advisor.installation.builder import build_installation as build_installation
