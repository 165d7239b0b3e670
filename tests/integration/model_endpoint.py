"""An endpoint of a model, played by a server of Python's library: it keeps what it is shown, and misbehaves on request."""
import http.server
import json
import ssl
import threading

from evolving_gateway import PATIENCE


class ModelEndpoint(http.server.ThreadingHTTPServer):
    """Answers each request by the handler's method that is named `mode`, which is given the request's body."""

    def __init__(self, handler, certificate=None):
        super().__init__(("127.0.0.1", 0), handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.mode = "good"
        self.requests = []  # (path, headers, body)
        self.ending = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.ending.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """Whoever gets too much closes."""


class ModelHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *arguments):
        """Nothing: the test's output is the test's."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers), body))
        getattr(self, self.server.mode)(body)

    def send(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def fifty_megabytes(self, body):
        self.send(200, b'{"data": [' + b"0, " * ((50 << 20) // 3) + b"0]}")

    def drip(self, body):
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        while not self.server.ending.wait(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def silent(self, body):
        self.server.ending.wait(PATIENCE)

    def redirect(self, body):
        self.send(307, b"", Location="http://127.0.0.1:1/elsewhere")

    def hang_up(self, body):
        self.close_connection = True
