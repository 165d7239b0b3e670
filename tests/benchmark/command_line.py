"""What the benchmarks of one binary share: their options, and where they work."""

import argparse
import os
import pathlib
import resource
import tempfile
from collections.abc import Callable

import servers


def run(description: str, measure: Callable[..., None], more: dict[str, type] | None = None) -> None:
    """Calls measure() with a folder of its own, the binary that the command line names, and whether it gives --quick.
    `more`: options with a value that only this benchmark has, by name; None where one is not given."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gateway", help="the release binary, e.g. build/release/schemagate")
    parser.add_argument("--quick", action="store_true", help="only shows that everything works")
    for name, kind in (more or {}).items():
        parser.add_argument(f"--{name}", type=kind)
    arguments = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, servers.CONNECTIONS_MAX), most))
    with tempfile.TemporaryDirectory(prefix="schemagate-benchmark-") as folder:
        measure(pathlib.Path(folder), str(pathlib.Path(arguments.gateway).resolve()), arguments.quick,
                *(getattr(arguments, name) for name in more or {}))
