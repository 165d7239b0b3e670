"""ajv and the native @sourcemeta/jsonschema command line, installed by npm into a folder outside the sources."""
import json
import pathlib
import platform
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["ajv@8", "ajv-formats@3", "@sourcemeta/jsonschema@16"]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def node():
    script = HERE.parents[1] / "node.sh"
    return subprocess.run(["bash", script], check=True, capture_output=True, text=True).stdout.strip()


def install(folder):
    """Does nothing when the packages are there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not all((folder / "node_modules" / package.rsplit("@", 1)[0]).exists() for package in PACKAGES):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *PACKAGES],
                       check=True)


def sourcemeta_binary(folder):
    machine = {"x86_64": "x86_64", "aarch64": "arm64"}[platform.machine()]
    return folder / f"node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-linux-{machine}"


def ajv_times(folder, corpora):
    run = subprocess.run([node(), HERE / "ajv_peer.mjs", corpora], cwd=folder, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def sourcemeta_mean(binary, schema, instance, loop):
    """The mean nanoseconds of a validation, and of the empty loop that the program subtracts."""
    run = subprocess.run([binary, "validate", schema, instance, "--fast", "--benchmark", "--loop", str(loop), "-d", DIALECT],
                         check=True, capture_output=True, text=True)
    mean, empty = re.search(r"PASS ([\d.]+) \+- [\d.]+ us \(([\d.]+)\)", run.stdout).groups()
    return float(mean) * 1000, float(empty) * 1000


def sourcemeta_time(folder, schema, instance, runs=25):
    """The least mean of runs that are short enough to stay undisturbed.

    The program subtracts the mean of an empty loop, which is disturbed as well: the least one counts.
    """
    binary = sourcemeta_binary(folder)
    guess = min(sourcemeta_mean(binary, schema, instance, 200)[0] for _ in range(3))
    loop = max(100, int(4e6 / (guess + 60)))
    results = [sourcemeta_mean(binary, schema, instance, loop) for _ in range(runs)]
    return min(mean + empty for mean, empty in results) - min(empty for _, empty in results)


def sourcemeta_times(folder, corpora):
    suffix = ".schema.json"
    names = sorted(path.name.removesuffix(suffix) for path in corpora.glob("*" + suffix))
    return {name: sourcemeta_time(folder, corpora / (name + suffix), corpora / (name + ".json")) for name in names}
