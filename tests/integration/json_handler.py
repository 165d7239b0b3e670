"""What HTTP servers of the tests answer with: JSON."""
import contextlib
import http.server
import json


class JsonHandler(http.server.BaseHTTPRequestHandler):
    def answer(self, value, status=200):
        body = json.dumps(value).encode()
        with contextlib.suppress(OSError):  # whoever asked may be gone
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        pass
