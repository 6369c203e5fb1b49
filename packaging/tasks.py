"""Makes what Plexwright needs on a fresh machine, then runs a task. Standard library only.

    python3 packaging/run.py demo          the whole story on the sample reports
    python3 packaging/run.py test          the tests, and one of the real window where Xvfb is
    python3 packaging/run.py test --thorough   what takes longer: exhaustive and random ones
    python3 packaging/run.py lint          ruff, mypy, import-linter
    python3 packaging/run.py bench         the benchmark suite
    python3 packaging/run.py peers         adds line-solver and ciw, which bench then compares with
    python3 packaging/run.py bundle        a folder that runs without Python, and an archive of it
    python3 packaging/run.py wheelhouse    the packages for a machine without a network
    python3 packaging/run.py mutants [ROOM]   changes the code and looks which tests notice; hours
    python3 packaging/run.py open [FILE]   the window
    python3 packaging/run.py plexwright …  any command of Plexwright, as if it were installed

What it makes: ``.venv`` in the checkout, filled from the hash-pinned ``requirements.lock``. The
environment is built aside under a lock and renamed into place with a marker, so a start that is
killed, or two at once, never leave half an environment. When the marker carries the lock's hash,
a start costs one small file read. Everything this file says itself goes to stderr.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
ENVIRONMENT = ROOT / ".venv"
# What bench compares with is run from a place of its own: it asks for other versions of what we
# lock, and must never change them.
PEERS = ROOT / ".venv.peers"
# Bundles are packed from the locked packages and a locked packer beside them.
PACKER = ROOT / ".venv.bundle"
PACKER_LOCK = ROOT / "packaging" / "bundle" / "requirements.lock"
# Where "wheelhouse" put the packages for a machine without a network.
WHEELHOUSE = ROOT / "wheelhouse"
MUTANTS = ROOT / ".venv.mutants"
MARKER = "plexwright-environment"
# Download and unpacked environment together, rounded up.
NEEDED_BYTES = 1_100_000_000

TASKS = (
    "demo", "test", "lint", "bench", "peers", "mutants", "bundle", "wheelhouse", "open",
    "plexwright",
)  # fmt: skip

# Shared library → Debian package. Qt's xcb plugin and QtGui link to these.
QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}


class Stop(Exception):
    """Going on is pointless; the message says why and what to do."""


def say(text: str) -> None:
    print("plexwright: " + text, file=sys.stderr, flush=True)


# --- System packages -------------------------------------------------------------------------


def missing_libraries() -> list[str]:
    """Debian packages of the shared libraries Qt needs and this Linux does not have."""
    if not sys.platform.startswith("linux"):
        return []
    missing = []
    for library, package in QT_LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return missing


def install_system_packages(packages: Sequence[str]) -> bool:
    """Install Debian packages when that is possible here; True when it was done."""
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    say("installing system packages: " + " ".join(packages))
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    quiet = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=180", "-o", "Dpkg::Use-Pty=0"]
    install = [*quiet, "-y", "--no-install-recommends", "install", *packages]
    for command in (install, [*quiet, "update"], install):
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        if done.returncode == 0 and command is install:
            return True
    say("apt-get could not install them: " + last_line(done.stderr.decode(errors="replace")))
    return False


def how_to_install(packages: Sequence[str]) -> str:
    """The line to type on Debian and Ubuntu; elsewhere the libraries' Debian names."""
    if shutil.which("apt-get"):
        return "sudo apt-get install -y " + " ".join(packages)
    return "install what your system calls " + " ".join(packages)


def provide_qt_libraries() -> bool:
    """True when a Qt program can start here; otherwise the exact line to run has been printed."""
    missing = missing_libraries()
    if not missing:
        return True
    # Asked again afterwards: what was installed must also be what was missing.
    if install_system_packages(missing) and not missing_libraries():
        return True
    missing = missing_libraries()
    say("the window needs system libraries that are not here; run:  " + how_to_install(missing))
    return False


# --- The environment -------------------------------------------------------------------------


def python_of(environment: Path) -> Path:
    if os.name == "nt":
        return environment / "Scripts" / "python.exe"
    return environment / "bin" / "python"


def fingerprint() -> str:
    return hashlib.sha256(LOCK.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def is_ready(environment: Path | None = None, mark: str | None = None) -> bool:
    """It holds what the lock (or ``mark``) asks for, and its Python is still on this machine."""
    environment = environment or ENVIRONMENT
    try:
        marked = (environment / MARKER).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False
    return marked == (mark or fingerprint()) and python_of(environment).exists()


@contextlib.contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Hold the checkout's lock; the operating system drops it if this process dies."""
    with open(str(ROOT / ".venv-lock"), "a+b") as handle:
        waiting = False
        while not try_lock(handle.fileno()):
            if not waiting:
                say("another start is making the environment; waiting for it")
                waiting = True
            time.sleep(0.2)
        yield


def try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        if problem.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return False
        raise
    return True


def provide_environment() -> None:
    """Make ``.venv`` unless it is ready."""
    make(ENVIRONMENT, fingerprint(), ["--require-hashes", "--no-deps", "-r", str(LOCK)], "200 MB")


def make(environment: Path, mark: str, packages: Sequence[str], size: str) -> None:
    """Fill an environment with packages unless it carries their ``mark`` already."""
    if is_ready(environment, mark):
        return
    with only_one_at_a_time():
        if is_ready(environment, mark):
            return
        for leftover in ROOT.glob(".venv.*-*"):
            shutil.rmtree(str(leftover), ignore_errors=True)
        check_means()
        aside = ROOT / (".venv.new-%d" % os.getpid())
        try:
            source = "wheelhouse" if WHEELHOUSE.is_dir() else "the network, about " + size
            say("making %s, once, from %s" % (environment.name, source))
            build(aside, packages, mark)
            put_in_place(aside, environment)
        finally:
            shutil.rmtree(str(aside), ignore_errors=True)


def check_means() -> None:
    """A platform with wheels, Python's own parts and disk space, before anything is downloaded."""
    refuse_platforms_without_wheels()
    free = shutil.disk_usage(str(ROOT)).free
    if free < NEEDED_BYTES:
        raise Stop(
            "the environment needs about %.1f GB and the disk of %s has %.1f GB free; "
            "make room and start again" % (NEEDED_BYTES / 1e9, ROOT, free / 1e9)
        )
    if not has_venv():
        package = "python%d.%d-venv" % sys.version_info[:2]
        if not (install_system_packages([package]) and has_venv()):
            raise Stop(
                "this Python lacks its venv module; run:  %s  (elsewhere: install Python's "
                "venv and ensurepip)" % how_to_install([package])
            )


def refuse_platforms_without_wheels() -> None:
    """Qt's wheels are built for glibc, macOS and Windows on AMD64; others end here, by name."""
    if "musl" in (sysconfig.get_config_var("SOABI") or ""):
        raise Stop(
            "this Python is built for musl (Alpine), for which Qt has no wheels; use a "
            "distribution with glibc, such as Debian, Fedora or openSUSE"
        )
    if sysconfig.get_platform() == "win-arm64":
        raise Stop(
            "this Python is built for Windows on ARM64, for which not all packages have wheels; "
            "install the 64-bit Intel (AMD64) Python, which Windows runs on this machine too"
        )
    if sys.maxsize < 2**32:
        raise Stop("this Python is a 32-bit one; install the 64-bit Python of the same version")


def has_venv() -> bool:
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


def build(aside: Path, packages: Sequence[str], mark: str) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")
    }
    started = time.monotonic()
    steps = [
        [sys.executable, "-m", "venv", str(aside)],
        [
            str(python_of(aside)), "-m", "pip", "install", "--quiet", "--no-input",
            "--disable-pip-version-check", "--progress-bar", "off", "--retries", "3",
            "--only-binary", ":all:", *from_the_wheelhouse(), *packages,
        ],
    ]  # fmt: skip
    for step in steps:
        code, printed = call_with_us(step, environment)
        if code != 0:
            raise Stop(why_it_failed(printed))
    (aside / MARKER).write_text(mark + "\n", encoding="ascii")
    say("the environment is ready (%.0f s)" % (time.monotonic() - started))


def from_the_wheelhouse() -> list[str]:
    """pip's options where packages were brought along; the index is then not asked."""
    return ["--no-index", "--find-links", str(WHEELHOUSE)] if WHEELHOUSE.is_dir() else []


def call_with_us(command: Sequence[str], environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and output of a program that ends when this one does, however that happens."""
    unix = os.name == "posix"
    process = subprocess.Popen(
        list(command), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=unix,
        preexec_fn=die_with_the_parent if sys.platform.startswith("linux") else None,
    )  # fmt: skip
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        printed, _ = process.communicate()
    except BaseException:
        # pip and venv start programs of their own: all of the group ends.
        with contextlib.suppress(OSError):
            if unix:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                subprocess.call(
                    ["taskkill", "/F", "/T", "/PID", str(process.pid)],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
        process.wait()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    return process.returncode, printed.decode(errors="replace")


def die_with_the_parent() -> None:
    """In a child on Linux: be killed when the parent is (prctl(2), PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def put_in_place(aside: Path, environment: Path) -> None:
    """Rename the finished environment, whose scripts must name the place it ends up in."""
    old_name, new_name = os.fsencode(str(aside)), os.fsencode(str(environment))
    for script in [*python_of(aside).parent.iterdir(), aside / "pyvenv.cfg"]:
        if script.suffix == ".exe" or script.is_symlink() or not script.is_file():
            continue
        content = script.read_bytes()
        if b"\0" not in content and old_name in content:
            script.write_bytes(content.replace(old_name, new_name))
    if environment.exists() or environment.is_symlink():
        retired = ROOT / (".venv.old-%d" % os.getpid())
        try:
            environment.rename(retired)
        except OSError as problem:
            raise Stop(
                "the old environment %s cannot be replaced (%s); close the programs that use it"
                % (environment, problem.strerror)
            ) from None
        if retired.is_symlink():
            retired.unlink()
        shutil.rmtree(str(retired), ignore_errors=True)
    aside.rename(environment)


# What pip and venv print → what it means here. The first that occurs wins.
FAILURES = (
    (
        ("No space left on device", "[WinError 112]", "Disk quota exceeded"),
        "the disk is full; make about %.1f GB of room and start again" % (NEEDED_BYTES / 1e9),
    ),
    (
        ("ensurepip is not available", "No module named ensurepip", "No module named venv"),
        "this Python lacks its venv module; install Python's venv and ensurepip and start again",
    ),
    (
        ("DO NOT MATCH THE HASHES",),
        (
            "a downloaded package is not the one this version was tested with, so nothing was "
            "installed; start again, and if it persists, a proxy or mirror changes packages"
        ),
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "SSLError", "certificate verify failed"),
        (
            "the package index's certificate is not trusted here; if a proxy inspects traffic, "
            "point PIP_CERT at its certificate and start again"
        ),
    ),
    (
        ("ProxyError", "407 Proxy"),
        "the proxy refuses the connection to the package index; check HTTPS_PROXY and start again",
    ),
    (
        (
            *("NewConnectionError", "Failed to establish", "Connection to ", "Connection refused"),
            *("Temporary failure in name resolution", "Name or service not known"),
            *("getaddrinfo failed", "nodename nor servname", "Network is unreachable"),
            *("ConnectTimeout", "ReadTimeout", "No route to host", "Connection aborted"),
        ),
        (
            "the package index cannot be reached, and the first start needs the network once; "
            "connect, or set HTTPS_PROXY, and start again"
        ),
    ),
    (
        ("Looking in links",),
        (
            "the folder wheelhouse was made for another Python or system than this (%s, %s); make "
            "it anew with 'run.py wheelhouse --system … --python …', or remove it where there is "
            "a network" % (platform.python_version(), platform.system())
        ),
    ),
    (
        ("No matching distribution found", "is not a supported wheel", "Could not find a version"),
        "a package has no ready-made build for Python %s on %s %s; use Python 3.11 to 3.13, "
        "64 bit (on Linux: glibc 2.34 or newer, as in Debian 12 or Ubuntu 22.04)"
        % (platform.python_version(), platform.system(), platform.machine()),
    ),
    (
        ("Permission denied", "[WinError 5]", "Read-only file system"),
        "the checkout %s cannot be written to; copy it to a place of your own and start again"
        % ROOT,
    ),
)


def why_it_failed(printed: str) -> str:
    """One sentence out of what venv or pip printed, with its own last line as evidence."""
    for signs, sentence in FAILURES:
        if any(sign in printed for sign in signs):
            return "%s  [%s]" % (sentence, evidence(printed, signs))
    return "the environment could not be made: " + last_line(printed)


def evidence(printed: str, signs: Sequence[str]) -> str:
    lines = [line.strip() for line in printed.splitlines() if any(sign in line for sign in signs)]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines)[-1][:200]


def last_line(printed: str) -> str:
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it printed nothing"


# --- Tasks -----------------------------------------------------------------------------------


def provide_group(group: str, environment: Path, size: str) -> list[str]:
    """Put a dependency group into an environment of its own; what it lists."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted: list[str] = project["dependency-groups"][group]
    make(environment, hashlib.sha256("\n".join(wanted).encode()).hexdigest(), wanted, size)
    return wanted


def provide_peers() -> int:
    """What bench calls and compares with."""
    say("bench now compares with " + ", ".join(provide_group("bench", PEERS, "150 MB")))
    return 0


def make_bundle(arguments: Sequence[str]) -> int:
    """The bundle of this platform, tried in an empty home."""
    # What this machine lacks the bundle would lack too.
    if not provide_qt_libraries():
        raise Stop("a bundle made without these libraries would show no window elsewhere")
    packages = ["--require-hashes", "--no-deps", "-r", str(LOCK), "-r", str(PACKER_LOCK)]
    mark = hashlib.sha256(LOCK.read_bytes() + PACKER_LOCK.read_bytes()).hexdigest()
    make(PACKER, mark, packages, "200 MB")
    folder = ROOT / "packaging" / "bundle"
    build = [str(python_of(PACKER)), str(folder / "build.py"), *arguments]
    code = subprocess.call(build, env=child_environment())
    out = arguments[arguments.index("--out") + 1] if "--out" in arguments else str(ROOT / "dist")
    if code or "--installer-of" in arguments:
        return code
    smoke = [str(python_of(PACKER)), str(folder / "smoke.py"), os.path.join(out, "Plexwright")]
    return subprocess.call([*smoke, "--against", str(python_of(ENVIRONMENT))])


def run_mutants(rooms: Sequence[str]) -> int:
    """mutmut from its own environment, with the program's dependencies in front of its own."""
    provide_group("mutants", MUTANTS, "30 MB")
    task = [str(python_of(ENVIRONMENT)), str(ROOT / "packaging" / "mutants.py")]
    return subprocess.call([*task, str(python_of(MUTANTS)), *rooms], env=child_environment())


def child_environment(**extra: str) -> dict[str, str]:
    environment = dict(os.environ, PYTHONPATH=str(ROOT), PYTHONNOUSERSITE="1", **extra)
    environment.pop("PYTHONHOME", None)
    return environment


def become(command: Sequence[str]) -> NoReturn:
    """Turn into ``command``: its signals, streams and exit code are then the caller's."""
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], list(command), child_environment())
    try:
        sys.exit(subprocess.call(list(command), env=child_environment()))
    except KeyboardInterrupt:
        sys.exit(130)


def plexwright(arguments: Sequence[str]) -> NoReturn:
    # -P: a folder of the user that happens to be called "app" must not be taken for ours.
    become([str(python_of(ENVIRONMENT)), "-P", "-m", "app", *arguments])


def run_plexwright(arguments: Sequence[str]) -> NoReturn:
    """Any command; those that show a window get Qt's libraries first."""
    words = list(arguments)
    task = words[0] if words else "open"
    shows_window = task in ("open", "demo", "bench") and "--no-window" not in words
    if shows_window and not provide_qt_libraries() and task == "demo":
        say("going on without the window")
        words.append("--no-window")
    plexwright(words)


# A run that stands still is ended: some five times what each takes on two busy cores.
TESTS_AT_MOST_S = 2400
REAL_WINDOW_AT_MOST_S = 600
GESTURES_AT_MOST_S = 300


def call_at_most(seconds: float, command: Sequence[str], environment: dict[str, str]) -> int:
    """Run ``command`` and return its exit code, as :func:`wait_at_most`."""
    return wait_at_most(seconds, subprocess.Popen(list(command), cwd=str(ROOT), env=environment))


def wait_at_most(seconds: float, process: subprocess.Popen[bytes]) -> int:
    """The exit code; of a process that stands still 124, and it says where that was."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        say("no end after %.0f s; stopped: %r" % (seconds, process.args))
        # pytest and the monkey answer this signal with where each of their threads is.
        process.send_signal(signal.SIGABRT if os.name == "posix" else signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        return 124
    finally:
        # Also where the caller is interrupted.
        if process.poll() is None:
            process.kill()
            process.wait()


def run_tests(arguments: Sequence[str]) -> int:
    """The default tests; those marked ``thorough``; or what pytest is told to run."""
    if not provide_qt_libraries():
        raise Stop("the tests of the window cannot run without these libraries")
    python = str(python_of(ENVIRONMENT))
    offscreen = child_environment(QT_QPA_PLATFORM="offscreen")
    tests = [python, "-m", "pytest"]
    # Files in the order of tests/conftest.py, not those of many tests first.
    abreast = [*tests, "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    if list(arguments) == ["--thorough"]:
        aside = "random gestures on the window", random_gestures(python, offscreen)
        return run_beside([*abreast, "-m", "thorough"], offscreen, *aside)
    if arguments:
        return subprocess.call([*tests, *arguments], cwd=str(ROOT), env=offscreen)
    return run_beside(abreast, offscreen, "the window on a real screen", real_window(python))


def run_beside(
    tests: Sequence[str], environment: dict[str, str], what: str, aside: Iterator[tuple[int, str]]
) -> int:
    """Run the tests, and beside them what ``aside`` runs; it gives exit codes and what was said."""
    faults: list[str] = ["it did not get to its end"]

    def play() -> None:
        for code, said in aside:
            say(what + ": " + last_line(said))
            if code != 0:
                faults.append("exit code %d\n%s" % (code, said[-4000:]))
        # Nothing went wrong with the playing itself.
        del faults[0]

    player = threading.Thread(target=play, daemon=True)
    player.start()
    try:
        code = call_at_most(TESTS_AT_MOST_S, tests, environment)
    finally:
        player.join()
    for said in faults:
        say(what + " ended badly:\n" + said)
    return code or (1 if faults else 0)


def said_by(seconds: float, command: Sequence[str], environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and words of a command."""
    import tempfile

    with tempfile.TemporaryFile() as file:
        process = subprocess.Popen(
            command, cwd=str(ROOT), env=environment, stdin=subprocess.DEVNULL,
            stdout=file, stderr=subprocess.STDOUT,
        )  # fmt: skip
        code = wait_at_most(seconds, process)
        file.seek(0)
        return code, file.read().decode(errors="replace").strip()


def random_gestures(python: str, environment: dict[str, str]) -> Iterator[tuple[int, str]]:
    """A minute of them: half on small stand-ins, half on the sample engagement."""
    monkey = str(ROOT / "tests" / "app" / "window" / "monkey.py")
    for more in ([], ["--demo"]):
        command = [python, "-X", "faulthandler", monkey, "30", *more]
        yield said_by(GESTURES_AT_MOST_S, command, environment)


def real_window(python: str) -> Iterator[tuple[int, str]]:
    """The same window on a real platform plugin, on a virtual X server."""
    if not sys.platform.startswith("linux"):
        return
    if not shutil.which("Xvfb"):
        install_system_packages(["xvfb", "xdotool"])
    server = shutil.which("Xvfb")
    if server is None:
        say(
            "Xvfb is not here, so the window was tested off the screen only; for the real one:  "
            + how_to_install(["xvfb"])
        )
        return
    with virtual_display(server) as display:
        environment = child_environment(QT_QPA_PLATFORM="xcb", DISPLAY=display)
        environment.pop("WAYLAND_DISPLAY", None)
        tests = [python, "-m", "pytest", "-q", "tests/packaging/real_window.py"]
        yield said_by(REAL_WINDOW_AT_MOST_S, tests, environment)


@contextlib.contextmanager
def virtual_display(server: str) -> Iterator[str]:
    """A running X server without a screen; yields its display name."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading, "r") as answer:
            number = answer.readline().strip()
        if not number:
            raise Stop("Xvfb did not start; run it by hand to see why")
        yield ":" + number
    finally:
        process.terminate()
        process.wait()


def run_lint() -> int:
    python = str(python_of(ENVIRONMENT))
    checks = [
        ["-m", "ruff", "check"],
        ["-m", "ruff", "format", "--check"],
        ["-m", "mypy"],
        ["-c", "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"],
    ]
    failed = []
    for check in checks:
        if subprocess.call([python, *check], cwd=str(ROOT), env=child_environment()) != 0:
            failed.append(" ".join(check[1:]) if check[0] == "-m" else "import-linter")
    if failed:
        say("not clean: " + ", ".join(failed))
    return 1 if failed else 0


def main(arguments: Sequence[str]) -> int | None:
    if not arguments or arguments[0] not in TASKS:
        helping = bool(arguments) and arguments[0] in ("-h", "--help", "help")
        print((__doc__ or "").strip(), file=sys.stdout if helping else sys.stderr)
        return 0 if helping else 2
    task, rest = arguments[0], list(arguments[1:])
    try:
        provide_environment()
        own = {"test": run_tests, "bundle": make_bundle, "mutants": run_mutants}
        if task in own:
            return own[task](rest)
        if task in ("lint", "peers"):
            return run_lint() if task == "lint" else provide_peers()
        if task == "wheelhouse":
            script = str(ROOT / "packaging" / "wheelhouse.py")
            return subprocess.call([str(python_of(ENVIRONMENT)), script, *rest])
        run_plexwright(rest if task == "plexwright" else [task, *rest])
    except Stop as reason:
        say(str(reason))
        return 1
    except OSError as problem:
        remedy = "make the checkout's folder yours and writable, and start again"
        if problem.errno == errno.ENOSPC:
            remedy = "make room on the disk and start again"
        where = str(problem.filename) + ": " if problem.filename else ""
        say("%s%s; %s" % (where, problem.strerror or problem, remedy))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
