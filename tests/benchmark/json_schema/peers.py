"""ajv and the native @sourcemeta/jsonschema command line, installed by npm."""
import json
import pathlib
import platform
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
DIALECT = "https://json-schema.org/draft/2020-12/schema"
# package.json and package-lock.json are there; the same packages serve the differential test.
FOLDER = HERE.parents[1] / "conformance/json_schema"


def node():
    script = HERE.parents[1] / "node.sh"
    return subprocess.run(["bash", script], check=True, capture_output=True, text=True).stdout.strip()


def install():
    """Does nothing when the packages are there."""
    subprocess.run(["bash", HERE.parents[1] / "node_modules.sh", FOLDER], check=True)


def sourcemeta_binary():
    machine = {"x86_64": "x86_64", "aarch64": "arm64"}[platform.machine()]
    return FOLDER / f"node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-linux-{machine}"


def ajv_times(corpora):
    run = subprocess.run([node(), HERE / "ajv_peer.mjs", corpora], cwd=FOLDER, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def sourcemeta_mean(binary, schema, instance, loop):
    """The mean nanoseconds of a validation, and of the empty loop that the program subtracts."""
    run = subprocess.run([binary, "validate", schema, instance, "--fast", "--benchmark", "--loop", str(loop), "-d", DIALECT],
                         check=True, capture_output=True, text=True)
    mean, empty = re.search(r"PASS ([\d.]+) \+- [\d.]+ us \(([\d.]+)\)", run.stdout).groups()
    return float(mean) * 1000, float(empty) * 1000


def sourcemeta_time(schema, instance, runs=25):
    """The least mean of runs that are short enough to stay undisturbed.

    The program subtracts the mean of an empty loop, which is disturbed as well: the least one counts.
    """
    binary = sourcemeta_binary()
    guess = min(sourcemeta_mean(binary, schema, instance, 200)[0] for _ in range(3))
    loop = max(100, int(4e6 / (guess + 60)))
    results = [sourcemeta_mean(binary, schema, instance, loop) for _ in range(runs)]
    return min(mean + empty for mean, empty in results) - min(empty for _, empty in results)


def sourcemeta_times(corpora):
    suffix = ".schema.json"
    names = sorted(path.name.removesuffix(suffix) for path in corpora.glob("*" + suffix))
    return {name: sourcemeta_time(corpora / (name + suffix), corpora / (name + ".json")) for name in names}
