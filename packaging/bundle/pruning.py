"""What PyInstaller would take along and nothing of Plexwright uses.

The smoke test of the bundle (import, what-if, PDF, the window's pages) passes without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

# Modules that others import only when they are asked for something we never ask.
MODULES = (
    "tkinter",
    "_tkinter",
    "IPython",
    "PIL",
    "matplotlib",
    "OpenGL",
    "pandas",
    "pytest",
    "_pytest",
    "hypothesis",
    "mypy",
    "setuptools",
    "pip",
    "pydoc_data",
    "lib2to3",
    # Nothing opens a connection, and hashlib has SHA-2 of its own: OpenSSL stays out. Files are
    # locked by the package "cryptography", which brings its own.
    "ssl",
    "_ssl",
    "_hashlib",
    "ensurepip",
    # Under the GPL, which would be the whole bundle's; nothing asks for lines on a terminal.
    "readline",
    "curses",
    "_curses",
    "_curses_panel",
    "scipy.stats",
    "scipy.io",
    "scipy.signal",
    "scipy.ndimage",
    "scipy.integrate",
    "scipy.interpolate",
    "scipy.fftpack",
    "scipy.odr",
    "scipy.datasets",
    "scipy.cluster",
    "PySide6.QtTest",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
    "PySide6.QtNetwork",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "pyqtgraph.jupyter",
)

# Modules that their packages import at once, and of which nothing is called by us or by what we
# call. In their place comes ``hollow``; ``as_bundled`` runs any program, the tests too, that way.
HOLLOW = (
    # "from numpy import *" in scipy's front for other kinds of arrays.
    "numpy.f2py",
    "numpy.testing",
    # Of scipy.optimize only least squares are asked for: no linear programs (HiGHS), no search
    # for a global minimum, no assignment, no isotonic regression.
    "scipy.optimize._differentialevolution",
    "scipy.optimize._direct_py",
    "scipy.optimize._dual_annealing",
    "scipy.optimize._isotonic",
    "scipy.optimize._linprog",
    "scipy.optimize._milp",
    "scipy.optimize._qap",
    "scipy.optimize._shgo",
    # What only those, Toeplitz products and eigenvalues of sparse matrices come to.
    "scipy.fft",
    "scipy.linalg._decomp_interpolative",
    "scipy.sparse.linalg._eigen.arpack._arpacklib",
    "scipy.sparse.linalg._propack",
    "scipy.spatial",
    # Legendre polynomials and spherical harmonics.
    "scipy.special._multiufuncs",
)

# Files, by what their path in the bundle matches.
_LEFT_OUT = re.compile(
    "|".join(
        (
            # Qt's other languages: dialogs need what the window speaks.
            r"/translations/(?!qtbase_(de|en)\.qm)",
            # QML and its keyboard, and platforms that no laptop has.
            r"/(lib)?Qt6(Quick|Qml|VirtualKeyboard|Pdf|Sql|Test|OpenGL|Eglfs|EglF[Ss]|Designer|Network)",
            r"/plugins/(virtualkeyboard|egldeviceintegrations|sqldrivers|qmltooling|designer)",
            r"/plugins/(networkinformation|tls|generic|platforminputcontexts/.*virtualkeyboard)",
            r"/plugins/platforms/.*(eglfs|linuxfb|vkkhrdisplay|vnc|minimalegl|directfb|qdirect2d)",
            # OpenGL on X11 and on Wayland; a raster window shares its memory.
            r"/plugins/(xcbglintegrations|wayland-graphics-integration-client)/",
            # GTK's own dialogs would bring half of GTK; Qt's and the desktop portal's stay.
            r"/plugins/platformthemes/.*gtk3",
            # Pictures of kinds we neither show nor write.
            r"/plugins/imageformats/.*(pdf|tiff|webp|gif|icns|tga|wbmp)",
            # Software OpenGL for 3-D, which a raster window never calls.
            r"/(opengl32sw|d3dcompiler_\d+)\.dll",
            # Tests and pictures of others' packages.
            r"/(numpy|scipy|pyqtgraph)/(.*/)?(tests|examples)/",
            r"/numpy/_core/_[a-z]+_tests\.",
            # The icon of its own application object, which is ours here.
            r"/pyqtgraph/icons/peegee/",
            r"\.pyi$",
        )
    )
)


def stays(path: str) -> bool:
    """Whether a file of this path in the bundle is used."""
    return _LEFT_OUT.search("/" + path.replace("\\", "/")) is None


def unneeded(names: Iterable[str], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """System libraries at the top of the bundle that nothing in it links to any more.

    ``needs`` gives the library names that a file of the bundle links to.
    """
    left = set(names)
    while True:
        needed = {library for name in left for library in needs(name)}
        orphans = {n for n in left if "/" not in n and ".so" in n and n not in needed}
        # Python itself is loaded by the program, not linked to.
        orphans = {n for n in orphans if not n.startswith("libpython")}
        if not orphans:
            return set(names) - left
        left -= orphans
