#!/usr/bin/env python3
"""tls_scan.py SCHEMAGATE: what testssl.sh and sslscan find at an https listener. Ends with code 1 when one of them finds
what is worse than "low", or did not look to its end. Takes two minutes."""
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PROGRAM = sys.argv[1]
PATIENCE = 600
NOT_BAD = ("OK", "INFO", "LOW")
OF_THE_SCANNER = ("engine_problem",)  # its own OpenSSL has no GOST: it says nothing of the listener

# An agent that is not there: the listener answers without it.
CONFIGURATION = """
ledger: {store: memory}
listeners:
  edge: {address: '127.0.0.1:0', certificates: {main: {cert: edge.pem, key: edge.key}}, hsts: 8760h}
agents:
  nobody: {upstream: {url: 'http://127.0.0.1:9'}}
"""
# What scanners want of a certificate is its operator's business; this one is as a public authority would make it.
EXTENSIONS = """
subjectAltName = DNS:localhost
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
crlDistributionPoints = URI:http://localhost/ca.crl
"""


def run(*command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def make_certificate(folder):
    def need(*arguments):
        made = run("openssl", *arguments, folder=folder)
        if made.returncode != 0:
            sys.exit(made.stderr)
    (folder / "extensions").write_text(EXTENSIONS)
    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    need("req", "-x509", *new_key, "-days", "3650", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem")
    need("req", *new_key, "-subj", "/CN=localhost", "-keyout", "edge.key", "-out", "edge.csr")
    need("x509", "-req", "-in", "edge.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "90",
         "-extfile", "extensions", "-out", "edge.pem")


def start_gateway(folder):
    (folder / "gateway.yaml").write_text(CONFIGURATION)
    gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(folder / "gateway.yaml")],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return gateway, int(gateway.stdout.readline().rsplit(":", 1)[1])


def testssl_findings(folder, port):
    """(id, severity, text) of everything that is worse than low."""
    report = folder / "testssl.json"
    ran = run("testssl", "--quiet", "--color", "0", "--warnings", "off", "--openssl", "/usr/bin/openssl", "--ip", "127.0.0.1",
              "--nodns", "min", "--add-ca", "ca.pem", "--jsonfile", str(report), f"https://localhost:{port}",
              folder=folder)
    findings = json.loads(report.read_text()) if report.exists() else []
    # It says how long it took when it has looked at everything.
    if not any(each["id"] == "scanTime" and each["severity"] == "INFO" for each in findings):
        print(ran.stdout[-4000:], ran.stderr[-4000:])
        return [("testssl.sh", "FATAL", "did not come to its end")]
    print(f"testssl.sh: {len(findings)} findings")
    return [(each["id"], each["severity"], each["finding"]) for each in findings
            if each["severity"] not in NOT_BAD and each["id"] not in OF_THE_SCANNER]


def sslscan_findings(folder, port):
    """It gives no severities: protocols before TLS 1.2, weak ciphers and groups, renegotiation, compression, Heartbleed."""
    ran = run("sslscan", "--xml=-", "--no-colour", "--ipv4", f"localhost:{port}", folder=folder)
    test = ElementTree.fromstring(ran.stdout).find("ssltest")
    if test is None or test.find("cipher") is None:
        return [("sslscan", "FATAL", ran.stdout[-2000:] + ran.stderr[-2000:])]
    bad = [each.attrib for each in test.findall("protocol")
           if each.get("enabled") == "1" and (each.get("type"), each.get("version")) not in (("tls", "1.2"), ("tls", "1.3"))]
    bad += [each.attrib for each in test.findall("cipher") if each.get("strength") not in ("strong", "acceptable")]
    bad += [each.attrib for each in test.findall("group") if int(each.get("bits")) < 112]
    bad += [each.attrib for each in test.findall("heartbleed") if each.get("vulnerable") != "0"]
    bad += [each.attrib for each in test.findall("renegotiation")
            if each.get("supported") != "0" and each.get("secure") != "1"]
    bad += [each.attrib for each in test.findall("compression") if each.get("supported") != "0"]
    print(f"sslscan: {len(test.findall('cipher'))} ciphers, {len(test.findall('group'))} groups")
    return [("sslscan", "weak", str(each)) for each in bad]


def main():
    with tempfile.TemporaryDirectory(prefix="schemagate-scan-") as name:
        folder = pathlib.Path(name)
        make_certificate(folder)
        gateway, port = start_gateway(folder)
        try:
            findings = testssl_findings(folder, port) + sslscan_findings(folder, port)
        finally:
            gateway.terminate()
            gateway.wait(PATIENCE)
    for finding in findings:
        print(*finding, sep="  ")
    print(f"{len(findings)} findings above low")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
