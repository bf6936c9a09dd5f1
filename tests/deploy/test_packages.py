"""The Debian packages, installed, used, upgraded and removed on machines that have nothing else: roots of a fresh Debian 12."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

import engine
import processes

CYCLE_SECONDS = 1200  # Only ends what hangs: a mirror may be slow.
# With processes of its own, which end with it.
APART = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]


@pytest.fixture(scope="module")
def packages() -> pathlib.Path:
    """As the developer script leaves them: it builds what it packs."""
    done = subprocess.run(["./run", "package"], cwd=processes.TOP, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return processes.TOP / "build/packages"


@pytest.fixture
def root(packages):
    """A Debian with the packages and what of the sources the script wants."""
    assert os.geteuid() == 0, "a root of its own wants the rights of root"
    # Not in /tmp, which may be small, or forbid devices.
    with tempfile.TemporaryDirectory(prefix="taquin-root-", dir="/var/tmp") as name:
        subprocess.run(["tar", "-C", name, "-xf", engine.debian_root()], check=True)
        directory = pathlib.Path(name)
        # As this machine finds the mirror.
        for file in ("etc/resolv.conf", "etc/hosts"):
            shutil.copyfile(f"/{file}", directory / file)
        (directory / "packages").mkdir()
        for package in packages.glob("*.deb"):
            shutil.copy(package, directory / "packages")
        shutil.copytree(processes.TOP / "tests/install", directory / "src/tests/install")
        yield directory


@pytest.mark.parametrize("case", ["library", "programs"])
def test_packages_install_work_and_go(root, case):
    inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" /src/tests/install/package_cycle.sh "$1" /packages'
    proxies = {name: value for name, value in os.environ.items() if name.endswith("_proxy")}
    done = subprocess.run(
        [*APART, "sh", "-c", inside, root, case], text=True, timeout=CYCLE_SECONDS,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
             "LANG": "C.UTF-8", **proxies})
    assert done.returncode == 0, done.stdout[-4000:]
