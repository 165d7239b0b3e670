"""Starts what is measured and what stands behind it, each pinned to a core, with files in a folder of its own."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import documents

PROXY_CORE, LOAD_CORE = "0", "1"
CONNECTIONS_MAX = 20_000
HERE = pathlib.Path(__file__).parent
# All load comes from one address, which gets at most three quarters of the connections to the one agent; one task has
# more events than the default allows. Every other limit is the default, so tasks are kept for an hour.
RAISED_LIMITS = {"connections_per_address": CONNECTIONS_MAX, "streams": CONNECTIONS_MAX, "task_events": 20_000,
                 "upstream": {"connections": CONNECTIONS_MAX * 3 // 4}}

NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
worker_rlimit_nofile {connections};
events {{ worker_connections {connections}; }}
http {{
  access_log off; keepalive_timeout 300; keepalive_requests 1000000000; default_type application/json;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi; client_body_buffer_size 16k;
{servers}
}}
"""
STATIC_AGENT = """
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /.well-known/agent-card.json {{ return 200 '{card}'; }}
    location / {{ return 200 '{answer}'; }}
  }}
"""
# The path says whether a stream is wanted.
STREAMING_AGENT = """
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /.well-known/agent-card.json {{ return 200 '{card}'; }}
    location = /message:send {{ return 200 '{answer}'; }}
    location = /message:stream {{ default_type text/event-stream; return 200 '{events}'; }}
  }}
"""
NGINX_PROXY = """
  upstream agent{port} {{ server 127.0.0.1:{agent}; keepalive 64; keepalive_requests 1000000000; }}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location / {{
      proxy_pass http://agent{port}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering {buffering}; proxy_read_timeout 600;
    }}
  }}
"""
HAPROXY = """
global
  maxconn {connections}
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 600s
  timeout server 600s
  option http-no-delay
  http-reuse always
frontend proxy
  bind 127.0.0.1:{port} backlog 4096
  default_backend agent
backend agent
  server agent 127.0.0.1:{agent}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A server with all of its children. `url` answers POSTs once started."""

    def __init__(self, command: list[str], core: str, folder: pathlib.Path, name: str):
        self._log = folder / f"{name}.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(["taskset", "-c", core, *command], stdout=log, stderr=log,
                                             stdin=subprocess.DEVNULL)

    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def wait_until(self, condition, what: str):
        """The first true value of condition(); ends the program with the server's output when there is none."""
        for _ in range(200):
            value = condition()
            if value:
                return value
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit(f"benchmark: {what}\n{self.output()}")

    def _pids(self) -> list[int]:
        pids = [self._process.pid]
        for pid in pids:
            try:
                pids += map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
            except FileNotFoundError:
                pass
        return pids

    def pids(self) -> str:
        return ",".join(map(str, self._pids()))

    def cpu_seconds(self) -> float:
        ticks = 0
        for pid in self._pids():
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory_kib(self) -> int:
        return sum(int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1))
                   for pid in self._pids())

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def start_nginx(folder: pathlib.Path, name: str, core: str, port: int, servers: str) -> Process:
    home = folder / name
    home.mkdir()
    config = home / "nginx.conf"
    config.write_text(NGINX.format(folder=home, connections=CONNECTIONS_MAX, servers=servers))
    process = Process(["nginx", "-c", str(config), "-p", str(home)], core, folder, name)
    process.wait_until(lambda: answers(port), f"{name} does not start")
    return process


class Agents:
    """The static text agent and order agent in nginx, each without streams and with, and the streaming agent, all on the load's
    core."""

    def __init__(self, folder: pathlib.Path):
        self.text, self.order, self.stream = free_port(), free_port(), free_port()
        self.text_streamed, self.order_streamed = free_port(), free_port()
        servers = "".join(
            STATIC_AGENT.format(port=port, answer=answer.decode(), card=documents.compact(
                documents.card(f"http://127.0.0.1:{port}/", streaming=False)).decode())
            for port, answer in ((self.text, documents.TEXT_ANSWER), (self.order, documents.TASK_ANSWER)))
        servers += "".join(
            STREAMING_AGENT.format(
                port=port, answer=documents.compact(json.loads(answer)["result"]).decode(), events=documents.event_stream(events),
                card=documents.compact(documents.card(f"http://127.0.0.1:{port}/", True, "HTTP+JSON")).decode())
            for port, answer, events in ((self.text_streamed, documents.TEXT_ANSWER, documents.TEXT_EVENTS),
                                         (self.order_streamed, documents.TASK_ANSWER, documents.TASK_EVENTS)))
        self._nginx = start_nginx(folder, "agents", LOAD_CORE, self.text, servers)
        self._stream = Process([sys.executable, str(HERE / "stream_agent.py"), str(self.stream)], LOAD_CORE, folder,
                               "stream_agent")
        self._stream.wait_until(lambda: answers(self.stream), "the streaming agent does not start")

    def stop(self) -> None:
        self._nginx.stop()
        self._stream.stop()


def start_nginx_proxy(folder: pathlib.Path, name: str, agent: int, buffering: str) -> tuple[Process, str]:
    port = free_port()
    servers = NGINX_PROXY.format(port=port, agent=agent, buffering=buffering)
    return start_nginx(folder, name, PROXY_CORE, port, servers), f"http://127.0.0.1:{port}/"


def start_haproxy(folder: pathlib.Path, agent: int) -> tuple[Process, str]:
    port = free_port()
    config = folder / "haproxy.cfg"
    config.write_text(HAPROXY.format(port=port, agent=agent, connections=CONNECTIONS_MAX // 4))
    process = Process(["haproxy", "-f", str(config)], PROXY_CORE, folder, "haproxy")
    process.wait_until(lambda: answers(port), "haproxy does not start")
    return process, f"http://127.0.0.1:{port}/"


def gateway_config(folder: pathlib.Path, agents: Agents, store: str, log: str) -> dict:
    for name, schema in documents.SCHEMAS.items():
        (folder / f"{name}.json").write_text(json.dumps(schema))
    orders = {"schemas": {name: f"{name}.json" for name in documents.SCHEMAS},
              "skills": {"buy": {"input": ["order"], "output": ["receipt"]}}}
    return {
        "listen": "127.0.0.1:0", "threads": 1, "log": {"level": log},
        "ledger": {"store": store},
        "limits": RAISED_LIMITS,
        "agents": {
            "text": {"upstream": {"url": f"http://127.0.0.1:{agents.text}"}},
            "order": {"upstream": {"url": f"http://127.0.0.1:{agents.order}"}} | orders,
            "text_streamed": {"upstream": {"url": f"http://127.0.0.1:{agents.text_streamed}"}},
            "order_streamed": {"upstream": {"url": f"http://127.0.0.1:{agents.order_streamed}"}} | orders,
            "stream": {"upstream": {"url": f"http://127.0.0.1:{agents.stream}"}},
        },
    }


def start_gateway(folder: pathlib.Path, binary: str, agents: Agents, store: str = "memory",
                  log: str = "warn", more: dict | None = None) -> tuple[Process, str]:
    """`more`: members of the configuration besides, or None in the place of one. The ledger of the store `sqlite` is in a new folder of `folder`: its disk is the one that is measured."""
    home = pathlib.Path(tempfile.mkdtemp(prefix=f"gateway-{store}-", dir=folder))
    config = home / "gateway.yaml"
    members = gateway_config(home, agents, store, log) | (more or {})
    config.write_text(json.dumps({name: value for name, value in members.items() if value is not None}, indent=2))
    process = Process([binary, "serve", "--config", str(config)], PROXY_CORE, home, "gateway")
    found = process.wait_until(lambda: re.search(r"listening on (http:\S+)", process.output()),
                               "the gateway does not start")
    url = found.group(1)
    for agent in ("text", "order", "text_streamed", "order_streamed", "stream"):
        process.wait_until(lambda: fetches(f"{url}/{agent}/.well-known/agent-card.json"), f"no card of {agent}")
    return process, url


def fetches(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status == 200
    except OSError:
        return False
