"""The first that each program of the bundle runs: where its modules are.

PyInstaller puts the archive of modules into every program, and ours are two. They take it from one
file beside the libraries instead; its own start-up, which comes next, looks there.
"""

import sys

sys._pyinstaller_pyz = sys._MEIPASS + "/modules.pyz"
