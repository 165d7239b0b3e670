#!/usr/bin/env python3
"""metrics_test.py SCHEMAGATE [PROMTOOL]: GET /metrics of the listener for operators, after calls of every outcome, read by a
strict reader; and by Prometheus's own check where that is given."""
import hashlib
import http.client
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from json_handler import JsonHandler

PROGRAM = sys.argv[1]
PROMTOOL = sys.argv[2] if len(sys.argv) > 2 else None
PATIENCE = 60
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
CARDS = REPOSITORY / "agent_cards" / "fight"
METRICS_PAGE = REPOSITORY / "gateway" / "METRICS.md"
LABEL = r'[a-z_]+="(?:[^"\\\n]|\\[\\n"])*"'
SAMPLE = re.compile(rf"([a-z_]+)(\{{{LABEL}(?:,{LABEL})*\}})? (\+Inf|[0-9][0-9.e+]*)")
CALLS = "schemagate_requests_total{agent=\"fight\",method=\"SendMessage\",binding=\"JSONRPC\",version=\"1.0\",code=\"200\","


def read_strictly(text):
    """{sample as it is written: its value}. What stands there is of the metric that was begun last, stands there once, and
    adds up."""
    assert text.endswith("\n")
    samples, types, helped, name = {}, {}, None, None
    for line in text.splitlines():
        if found := re.fullmatch(r"# HELP ([a-z_]+) [^\\]+\.", line):
            helped = found.group(1)
            assert helped not in types, f"begins twice: {line}"
        elif found := re.fullmatch(r"# TYPE ([a-z_]+) (counter|gauge|histogram)", line):
            name = found.group(1)
            assert name == helped, line
            types[name] = found.group(2)
            assert name.endswith("_total") == (types[name] == "counter"), line
        else:
            found = SAMPLE.fullmatch(line)
            assert found, f"no sample: {line!r}"
            sample = found.group(1) + (found.group(2) or "")
            suffixes = ("_bucket", "_sum", "_count") if types[name] == "histogram" else ("",)
            assert found.group(1) in [name + suffix for suffix in suffixes], f"stands under {name}: {line}"
            assert sample not in samples, f"stands twice: {line}"
            samples[sample] = float(found.group(3))
    check_histograms(samples)
    return samples


def check_histograms(samples):
    last = {}
    for sample, value in samples.items():
        if "_bucket{" in sample:
            series = re.sub(r',?le="[^"]+"', "", sample).replace("_bucket", "_count").removesuffix("{}")
            assert value >= last.get(series, 0), f"holds those below it: {sample}"
            last[series] = value
    for series, value in last.items():
        assert samples[series] == value, series


class Agent(JsonHandler):
    """Says who wins: with a probability where it is asked for a "Tiger", else as no schema has it."""

    def do_GET(self):
        url = f"http://127.0.0.1:{self.server.server_port}/"
        self.answer({"name": "Fight", "description": "Says who wins.", "version": "1", "capabilities": {},
                     "supportedInterfaces": [{"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
                     "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "skills": [
                         {"id": "fight-comparison", "name": "Compare", "description": "Compares.", "tags": ["fight"]}]})

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        winner = {"winner": "Tiger"}
        if "Tiger" in json.dumps(call):
            winner |= {"probability": 0.65, "explanation": "Heavier and stronger."}
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {"task": {
            "id": "up-1", "contextId": "c-1", "status": {"state": "TASK_STATE_COMPLETED"},
            "artifacts": [{"artifactId": "x", "parts": [{"data": winner}]}]}}})


class Metrics(unittest.TestCase):
    def start(self, **changes):
        self.agent = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        threading.Thread(target=self.agent.serve_forever, daemon=True).start()
        self.addCleanup(self.end_agent)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "gateway.yaml"
        fight = {"upstream": {"url": f"http://127.0.0.1:{self.agent.server_port}"}, "card": str(CARDS / "card.json"),
                 "schemas": {name: str(CARDS / f"schemas/{name}.json") for name in ("fightComparison", "fightResponse")},
                 "skills": {"fight-comparison": {"input": ["fightComparison"], "output": ["fightResponse"]}}}
        path.write_text(json.dumps({"listen": "127.0.0.1:0", "threads": 2, "log": {"level": "off"},
                                    "admin": {"listen": "127.0.0.1:0"}, "agents": {"fight": fight}} | changes))
        self.gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(path)], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_gateway)
        ports = {}
        while len(ports) < 2:
            line = self.gateway.stdout.readline()
            self.assertTrue(line, "the gateway does not start")
            for name, words in (("clients", "listening on"), ("operators", "for operators")):
                if words in line:
                    ports[name] = int(line.split()[-1].rsplit(":", 1)[1].split("/")[0])
        self.port, self.admin_port = ports["clients"], ports["operators"]

    def end_gateway(self):
        self.gateway.terminate()
        self.gateway.wait(PATIENCE)
        self.gateway.stdout.close()

    def end_agent(self):
        self.agent.shutdown()
        self.agent.server_close()

    def request(self, port, method, target, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.getheader("Content-Type")
        finally:
            connection.close()

    def ask(self, method="GET", target="/metrics", **headers):
        return self.request(self.admin_port, method, target, **headers)

    def samples(self):
        status, text, _ = self.ask()
        self.assertEqual(status, 200)
        return read_strictly(text)

    def wait_for(self, sample, value):
        """A request is counted when its answer has gone out."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.samples()).get(sample) != value:
            self.assertLess(time.monotonic(), deadline, f"{sample} is not {value} in {json.dumps(found, indent=1)}")
            time.sleep(0.02)
        return found

    def send(self, part, message, method="SendMessage", version="1.0"):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {
            "message": {"messageId": message, "role": "ROLE_USER", "parts": [part]}}}
        return self.request(self.port, "POST", "/fight", json.dumps(body),
                            **{"Content-Type": "application/json", "A2A-Version": version})

    def compare(self, data, message, schema="fightComparison"):
        return self.send({"data": data, "mediaType": f"application/json;schema={schema}"}, message)

    def test_count_requests_and_what_came_of_them(self):
        self.start()
        self.wait_for('schemagate_agent_up{agent="fight"}', 1)
        self.send({"text": "Lion or Tiger?"}, "m-1")
        self.compare({"a": "Lion", "b": "Tiger"}, "m-2")
        self.compare({"a": "Lion"}, "m-3")
        self.compare({"a": "Lion", "b": "Bear"}, "m-4")
        self.wait_for(CALLS + 'outcome="ok"}', 3)
        found = self.wait_for(CALLS + 'outcome="error",reason="STRUCTURED_INPUT_INVALID"}', 1)
        of_calls = '{agent="fight",method="SendMessage"}'
        self.assertEqual(found["http_server_request_duration_seconds_count" + of_calls], 4)
        self.assertGreater(found["schemagate_request_body_bytes_total" + of_calls], 400)
        self.assertGreater(found["schemagate_response_body_bytes_total" + of_calls], 400)
        inputs = 'schemagate_structured_inputs_total{agent="fight",schema="fightComparison",'
        self.assertEqual(found[inputs + 'verdict="accepted"}'], 2)
        self.assertEqual(found[inputs + 'verdict="refused",keyword="required"}'], 1)
        self.assertEqual(found["schemagate_tasks_kept"], 3)
        self.assertGreaterEqual(found["schemagate_ledger_commits_total"], 1)
        self.check_by_prometheus()

    def test_count_calls_to_an_agent_that_is_away(self):
        self.start()
        self.wait_for('schemagate_agent_up{agent="fight"}', 1)
        self.end_agent()
        self.send({"text": "Lion or Tiger?"}, "m-1")
        self.wait_for(CALLS + 'outcome="error",reason="unreachable"}', 1)
        found = self.wait_for('schemagate_agent_up{agent="fight"}', 0)
        self.assertGreaterEqual(found['schemagate_log_events_total{event="agent_call_failed",level="warn",agent="fight",'
                                      'failure_kind="unreachable"}'], 1)

    def test_count_output_that_does_not_fit(self):
        self.start()
        self.wait_for('schemagate_agent_up{agent="fight"}', 1)
        self.compare({"a": "Lion", "b": "Bear"}, "m-1")
        found = self.wait_for('schemagate_log_events_total{event="output_not_labelled",level="warn",agent="fight",'
                              'schema="fightResponse",keyword="required"}', 1)
        self.assertEqual(found["schemagate_log_lines_lost_total"], 0)

    def test_say_how_the_gateway_is(self):
        self.start()
        found = self.wait_for("schemagate_ready", 1)
        self.assertEqual(found["schemagate_streams"], 0)
        self.assertEqual(found["schemagate_tasks_running"], 0)
        self.assertEqual(found["schemagate_store_writable"], 1)
        self.assertLess(abs(found["process_start_time_seconds"] - time.time()), PATIENCE)
        for metric in ("streams", "tasks_running"):
            self.assertGreater(found[f"schemagate_{metric}_limit"], 0)
        self.assertGreater(found["schemagate_memory_limit_bytes"], found["schemagate_memory_taken_bytes"])
        self.assertTrue([sample for sample in found if sample.startswith('schemagate_build_info{version="')])

    def test_are_for_operators_alone(self):
        keys = {name: {"sha256": hashlib.sha256(f"{name}-key".encode()).hexdigest(), "roles": [name]}
                for name in ("admin", "ann")}
        self.start(authentication={"api_keys": {"keys": keys}}, rules={"all": {}})
        key = {"X-API-Key": "admin-key"}
        self.assertEqual(self.ask()[0], 401)
        self.assertEqual(self.ask(**{"X-API-Key": "ann-key"})[0], 403)
        self.assertEqual(self.ask(**key)[::2], (200, "text/plain; version=0.0.4; charset=utf-8"))
        self.assertEqual(self.ask("POST", **key)[0], 405)
        self.assertEqual(self.ask(target="/metrics/", **key)[0], 404)
        self.assertEqual(self.ask(Host="gateway.test", **key)[0], 403)
        self.assertEqual(self.ask(Origin=f"http://127.0.0.1:{self.admin_port}", **key)[0], 403)
        self.assertEqual(self.request(self.port, "GET", "/metrics", **key)[0], 404)

    def test_have_no_label_that_a_client_made_up(self):
        self.start()
        for number in range(10):
            name = f"jane{number}"
            self.request(self.port, "GET", f"/{name}?agent={name}")
            self.request(self.port, name.upper(), f"/fight/{name}", **{"A2A-Version": name})
            self.send({"text": name}, name, method=name)
            self.send({"text": name}, name, version=name)
            self.compare({name: name}, name)
            self.compare({name: name}, f"n-{name}", schema=name)
        self.wait_for('schemagate_structured_inputs_total{agent="fight",schema="fightComparison",verdict="refused",'
                      'keyword="additionalProperties"}', 10)
        self.assertNotIn("jane", self.ask()[1].lower())

    def check_by_prometheus(self):
        if PROMTOOL is None:
            return
        checked = subprocess.run([PROMTOOL, "check", "metrics"], input=self.ask()[1], text=True, capture_output=True)
        self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    @unittest.skipIf(PROMTOOL is None, "needs promtool")
    def test_have_alerts_that_prometheus_takes(self):
        """Those of the page, and that one fires with the first event of its kind, and only then."""
        blocks = re.findall(r"```yaml\n(- alert.*?)```", METRICS_PAGE.read_text(), re.DOTALL)
        rules = "".join("  " + line for line in "".join(blocks).splitlines(keepends=True))
        event = 'event="ledger_failed",level="error"'
        alert = {"alertname": "WakeSomebody", "exp_alerts": []}
        fires = [{"exp_labels": {"event": "ledger_failed", "level": "error"}}]
        tests = {"rule_files": ["rules.yml"], "tests": [{
            "interval": "1m",
            "input_series": [{"series": f"schemagate_log_events_total{{{event}}}", "values": "_x10 1x20"}],
            "alert_rule_test": [alert | {"eval_time": "12m", "exp_alerts": fires}, alert | {"eval_time": "25m"}]}]}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "rules.yml").write_text(f"groups:\n- name: page\n  rules:\n{rules}")
            pathlib.Path(folder, "tests.yml").write_text(json.dumps(tests))
            for command in (["check", "rules", "rules.yml"], ["test", "rules", "tests.yml"]):
                told = subprocess.run([PROMTOOL, *command], cwd=folder, text=True, capture_output=True)
                self.assertEqual(told.returncode, 0, told.stdout + told.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
