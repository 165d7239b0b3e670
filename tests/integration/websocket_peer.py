"""A side of a WebSocket connection (RFC 6455) by bare sockets, which may break every rule. Nothing of ours is in it."""
import base64
import hashlib
import os
import socket
import ssl
import struct

PATIENCE = 100  # seconds; only a failing run needs them
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def accept_of(key):
    return base64.b64encode(hashlib.sha1(key.encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()


def frame(opcode, payload=b"", final=True, masked=True, reserved=0):
    payload = payload.encode() if isinstance(payload, str) else payload
    head = bytes([(0x80 if final else 0) | reserved | opcode])
    bit = 0x80 if masked else 0
    size = len(payload)
    head += bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack(">H", size) if size < 65536 \
        else bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + (int.from_bytes(payload, "big")
                          ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")).to_bytes(size, "big")


def closing(code, reason=""):
    return struct.pack(">H", code) + reason.encode()


class Peer:
    """Reads frames, whosever they are. `masks`: as clients do."""

    def __init__(self, connection, masks):
        self.socket = connection
        self.masks = masks
        self.bytes = b""

    def read(self, size):
        while len(self.bytes) < size:
            got = self.socket.recv(max(65536, size - len(self.bytes)))
            if not got:
                raise EOFError(self.bytes)
            self.bytes += got
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken

    def read_head(self):
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.receive()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        return first, {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}

    def receive(self):
        got = self.socket.recv(65536)
        if not got:
            raise EOFError(self.bytes)
        return got

    def frame(self):
        """Opcode and payload of the next frame, which is a whole message."""
        first, second = self.read(2)
        assert first & 0xf0 == 0x80, first
        size = second & 0x7f
        if size == 126:
            size, = struct.unpack(">H", self.read(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.read(8))
        mask = self.read(4) if second & 0x80 else None
        assert (mask is None) == self.masks, "who is to mask, and who is not"
        payload = self.read(size)
        return first & 15, bytes(c ^ mask[i % 4] for i, c in enumerate(payload)) if mask else payload

    def text(self):
        """The next message; pings are answered."""
        while True:
            opcode, payload = self.frame()
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == TEXT:
                return payload.decode()
            else:
                raise EOFError((opcode, payload))

    def close_code(self):
        """Of the frame that closes; what comes before is passed over. None: it has none, or there is no such frame."""
        try:
            while True:
                opcode, payload = self.frame()
                if opcode == CLOSE:
                    return struct.unpack(">H", payload[:2])[0] if payload else None
        except (EOFError, OSError):
            return None

    def is_closed(self):
        try:
            while self.socket.recv(65536):
                pass
        except OSError:
            pass
        return True

    def send(self, opcode, payload=b"", **how):
        self.socket.sendall(frame(opcode, payload, masked=self.masks, **how))

    def close(self):
        self.socket.close()


class Client(Peer):
    """Shakes hands at `path`; `status` and `answer` (header fields) say how that went."""

    def __init__(self, port, path, headers=(), changed=(), tls=None):
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        super().__init__(tls.wrap_socket(connection, server_hostname="localhost") if tls else connection, True)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Host": f"127.0.0.1:{port}", "Connection": "Upgrade", "Upgrade": "websocket",
                  "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key} | dict(headers) | dict(changed)
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields.items() if value is not None]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        first, self.answer = self.read_head()
        self.status = int(first.split()[1])
        if self.status == 101:
            assert self.answer["sec-websocket-accept"] == accept_of(key), self.answer
            assert self.answer["upgrade"].lower() == "websocket" and self.answer["connection"].lower() == "upgrade"
            assert "sec-websocket-extensions" not in self.answer

    def body(self):
        return self.read(int(self.answer["content-length"])).decode()


def trusting(ca):
    return ssl.create_default_context(cafile=ca)
