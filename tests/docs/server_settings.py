"""Checks the command lines and files of settings that the pages show for taquind.

A server that runs until it is told to end prints nothing to compare: each is given
to `taquind --print-config`, which reads it all and exits. Those that name files of
TLS find some.

usage: server_settings.py SOURCE_DIR BIN_DIR
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import claims


def main() -> int:
    source = pathlib.Path(sys.argv[1])
    commands = [command for block in claims.claimed(source, "server") for command in claims.commands(block)]
    files = [block.text for block in claims.claimed(source, "settings")]
    faults = []
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TAQUIN_")}
    environment["PATH"] = f"{pathlib.Path(sys.argv[2]).resolve()}:{environment['PATH']}"
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.pem"],
            cwd=directory, check=True, capture_output=True)
        for index, text in enumerate(files):
            (pathlib.Path(directory) / f"{index}.toml").write_text(text)
            commands.append(f"taquind --config {index}.toml")
        for command in commands:
            done = subprocess.run(["bash", "-c", f"{command} --print-config"], cwd=directory, env=environment,
                                  capture_output=True, text=True, timeout=240)
            if done.returncode != 0 or "port = " not in done.stdout:
                faults.append(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    print("\n\n".join(faults + [f"{len(commands)} commands, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
