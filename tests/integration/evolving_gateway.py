"""A gateway with one agent, "flight", whose templates evolve; the agent itself is not there, wishes need none."""
import hashlib
import http.client
import json
import os
import subprocess

PATIENCE = 60
TEMPLATE = {"schema_id": "flight_v1", "scenario": "flight", "keys": [
    {"key_name": "origin", "key_type": "string", "required": True, "semantic_description": "Where it starts."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}
CLIENTS = [f"c{number}" for number in range(1, 8)]


class Gateway:
    def __init__(self, program, folder, settings, environment=None):
        """`settings`: of `evolution`, beside those that let six wishes trigger at once."""
        self.program = program
        self.folder = folder
        self.environment = os.environ | (environment or {})
        with open(os.path.join(folder, "flight.json"), "w") as file:
            json.dump(TEMPLATE, file)
        with open(os.path.join(folder, "ledger.key"), "w") as file:
            file.write("ab" * 32)
        keys = {name: {"sha256": hashlib.sha256(f"{name}-key".encode()).hexdigest()} for name in CLIENTS}
        keys["admin"] = {"sha256": hashlib.sha256(b"admin-key").hexdigest(), "roles": ["admin"]}
        evolution = {"mode": "automatic", "increment": 10, "heat": 50, "minimum_age_hours": 0} | settings
        agent = {"upstream": {"url": "http://127.0.0.1:1"}, "templates": ["flight.json"],
                 "skills": {"book": {"input": ["flight_v1"]}}, "evolution": evolution}
        with open(os.path.join(folder, "gateway.yaml"), "w") as file:
            json.dump({"listen": "127.0.0.1:0", "threads": 1, "admin": {"listen": "127.0.0.1:0"}, "rules": {"all": {}},
                       "ledger": {"keys": {"k": "ledger.key"}}, "authentication": {"api_keys": {"keys": keys}},
                       "agents": {"flight": agent}}, file)
        self.start()

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([self.program, "serve", "--config", os.path.join(self.folder, "gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env=self.environment)
        ports = {}
        while len(ports) < 2:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the gateway does not start: " + self.logged())
            for name, words in (("clients", "listening on"), ("operators", "for operators")):
                if words in line:
                    ports[name] = int(line.split()[-1].rsplit(":", 1)[1].split("/")[0])
        self.port, self.admin_port = ports["clients"], ports["operators"]

    def end(self, kill=False):
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(2 * PATIENCE)
        self.process.stdout.close()
        self.log.close()

    def logged(self):
        with open(os.path.join(self.folder, "log")) as file:
            return file.read()

    def request(self, port, method, target, key, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            headers = {"Content-Type": "application/json", "A2A-Version": "1.0", "X-API-Key": f"{key}-key",
                       "Host": f"127.0.0.1:{port}"}
            connection.request(method, target, body if body is None else json.dumps(body), headers)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def call(self, method, params, client="c1"):
        return self.request(self.port, "POST", "/flight", client,
                            {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    def wish(self, text, client="c1"):
        return self.call("request_schema_extension", {"scenario": "flight", "description": text}, client)

    def status(self):
        """Behind all that was wished for before."""
        return self.request(self.admin_port, "GET", "/evolution/status", "admin")["agents"][0]

    def clusters(self):
        return self.request(self.admin_port, "GET", "/evolution/pool", "admin")[0]["clusters"]

    def tell(self, what, body):
        return self.request(self.admin_port, "POST", f"/evolution/{what}", "admin", body)

    def patches(self):
        return self.call("get_schema_updates", {"schema_id": "flight_v1"})["result"]["patches"]
