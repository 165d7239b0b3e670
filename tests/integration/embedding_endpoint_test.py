#!/usr/bin/env python3
"""embedding_endpoint_test.py SCHEMAGATE: a gateway whose wishes an embeddings endpoint embeds, good ones and bad ones.

The endpoint is a server of Python's library: its vectors say which of a few meanings a text has, whatever its words. It
shows what the gateway sends, and misbehaves in every way that a test asks for; requests are answered all the same, and the
built-in vectors take its place.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

from evolving_gateway import CLIENTS, PATIENCE, Gateway
from model_endpoint import ModelEndpoint, ModelHandler

PROGRAM = sys.argv.pop(1)
DIMENSIONS = 16
KEY = "embedding-key-that-nobody-sees"
MEANINGS = ("window", "vegan", "quiet")
WINDOWS = ["window seat please", "the window side", "a view from the window", "near a window", "seat by the window",
           "window, if you can"]


def vector_of(text):
    """One axis a meaning, and a little that differs from text to text."""
    vector = [0.0] * DIMENSIONS
    meaning = next((at for at, word in enumerate(MEANINGS) if word in text.lower()), len(MEANINGS))
    vector[meaning] = 1.0
    for at, byte in enumerate(hashlib.sha256(text.encode()).digest()[:4]):
        vector[8 + at] = byte / 2550
    return vector


class Handler(ModelHandler):
    def answer(self, vectors, indexes=None):
        data = [{"object": "embedding", "index": index, "embedding": vector}
                for index, vector in zip(indexes or range(len(vectors)), vectors)]
        self.send(200, json.dumps({"object": "list", "model": "m", "data": data}).encode())

    def good(self, body):
        pairs = list(enumerate(vector_of(text) for text in body["input"]))[::-1]  # the order is that of the indexes
        self.answer([vector for _, vector in pairs], [index for index, _ in pairs])

    def wrong_dimension(self, body):
        self.answer([vector_of(text)[:-1] for text in body["input"]])

    def not_a_number(self, body):
        self.answer([[float("nan")] * DIMENSIONS for _ in body["input"]])

    def infinite(self, body):
        self.answer([[1e300] * DIMENSIONS for _ in body["input"]])

    def zero(self, body):
        self.answer([[0.0] * DIMENSIONS for _ in body["input"]])

    def too_few(self, body):
        self.answer([vector_of(text) for text in body["input"]][:-1])

    def same_index(self, body):
        self.answer([vector_of(text) for text in 2 * body["input"]], [0] * 2 * len(body["input"]))

    def no_json(self, body):
        self.send(200, b"<html>" + " ".join(body["input"]).encode() + b"</html>")

    def too_many_requests(self, body):
        self.send(429, b"{}", Retry_After="3600")

    def broken(self, body):
        self.send(500, json.dumps({"error": {"message": "cannot embed: " + " ".join(body["input"])}}).encode())


class EmbeddingEndpoint(unittest.TestCase):
    def setUp(self):
        self.endpoint = ModelEndpoint(Handler)
        self.addCleanup(self.endpoint.end)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def gateway(self, **embedding):
        endpoint = {"url": f"http://127.0.0.1:{self.endpoint.server_port}/v1", "model": "m", "dimensions": DIMENSIONS,
                    "timeout": f"{PATIENCE}s", "key": {"env": "EMBEDDINGS_KEY"}} | embedding
        gateway = Gateway(PROGRAM, self.folder, {"embedding": endpoint}, {"EMBEDDINGS_KEY": KEY})
        self.addCleanup(lambda: gateway.process.poll() is None and gateway.end(kill=True))
        return gateway

    def sent_texts(self, endpoint=None):
        return [text for _, _, body in list((endpoint or self.endpoint).requests) for text in body["input"]]

    def test_wishes_of_one_meaning_are_one_whatever_their_words(self):
        gateway = self.gateway(send_dimensions=True)
        for client, text in zip(CLIENTS, WINDOWS):
            gateway.wish(text, client)
        status = gateway.status()
        self.assertEqual((status["embedder"], status["dense_vectors"]), ("m/16", True))
        self.assertEqual(status["embedding"]["state"], "works")
        clusters = gateway.clusters()
        self.assertEqual([(each["fragments"], each["embedder"]) for each in clusters], [(6, "m/16")])
        patch = gateway.patches()[0]
        self.assertIn("window", patch["new_keys"][0]["key_name"])
        path, headers, body = self.endpoint.requests[0]
        self.assertEqual(path, "/v1/embeddings")
        self.assertEqual(headers["Authorization"], f"Bearer {KEY}")
        self.assertEqual((body["model"], body["dimensions"]), ("m", DIMENSIONS))
        shown = subprocess.run([PROGRAM, "evolve", "status", "--admin", f"http://127.0.0.1:{gateway.admin_port}",
                                "--api-key", "admin-key"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("vectors m/16", shown.stdout, shown)
        self.assertIn("embeddings of m at 127.0.0.1: works", shown.stdout)
        self.assertNotIn(KEY, gateway.logged() + json.dumps(status) + shown.stdout)

    def test_only_redacted_words_are_sent_and_none_of_who_has_opted_out(self):
        gateway = self.gateway()
        gateway.wish("quiet seat, call +49 170 1234567 or ann@example.com")
        gateway.wish("vegan meal", "c2")
        gateway.status()
        sent = " ".join(self.sent_texts())
        self.assertIn("quiet seat", sent)
        for secret in ("1234567", "ann@example.com"):
            self.assertNotIn(secret, sent)
        gateway.tell("erase", {"client": "c2", "opt_out": True})
        gateway.wish("vegan breakfast", "c2")
        gateway.status()
        self.assertNotIn("vegan breakfast", self.sent_texts())

    def test_what_a_bad_endpoint_does_not_embed_is_built_in(self):
        for mode in ("wrong_dimension", "not_a_number", "infinite", "zero", "too_few", "same_index", "no_json",
                     "fifty_megabytes", "drip", "silent", "too_many_requests", "broken", "redirect", "hang_up"):
            with self.subTest(mode=mode), tempfile.TemporaryDirectory() as self.folder:
                self.endpoint.mode = mode
                gateway = self.gateway(timeout="500ms" if mode in ("drip", "silent") else f"{PATIENCE}s")
                answer = gateway.wish("secretword window seat")
                self.assertIn("result", answer)
                status = gateway.status()
                self.assertEqual(status["embedding"]["texts_built_in"], 1, status)
                self.assertEqual(status["embedding"]["texts_embedded"], 0, status)
                self.assertNotIn("embedder", gateway.clusters()[0])
                # A vector that is none is the text's doing; everything else is told.
                if mode not in ("infinite", "zero"):
                    self.assertEqual(status["embedding"]["state"],
                                     "rests" if mode == "too_many_requests" else "fails", status)
                    self.assertIn("evolution_embedding_failed", gateway.logged())
                    self.assertNotIn("secretword", status["embedding"]["cause"])
                self.assertNotIn("secretword", gateway.logged())
                self.assertNotIn(KEY, gateway.logged())
                gateway.end()
                self.assertEqual(gateway.process.returncode, 0)

    def test_requests_never_wait_for_a_silent_endpoint(self):
        self.endpoint.mode = "silent"
        gateway = self.gateway()
        for number in range(50):
            self.assertIn("result", gateway.wish(f"window seat {number}", CLIENTS[number % 6]))
        self.assertLessEqual(len(self.endpoint.requests), 1, "all were answered while the first text is with it")
        began = time.monotonic()
        gateway.end()
        self.assertLess(time.monotonic() - began, PATIENCE, "what it does not answer is broken off at the end")

    def test_the_two_kinds_of_vectors_are_never_in_one_cluster(self):
        """SD-59: dense where an endpoint embeds, lexical else, and marked so."""
        gateway = self.gateway()
        gateway.wish("window seat", "c1")
        status = gateway.status()
        self.assertEqual((status["embedder"], status["dense_vectors"]), ("m/16", True))
        self.endpoint.mode = "broken"
        for number in range(3):
            gateway.wish("window seat", "c2")
            status = gateway.status()
        self.assertEqual(status["embedding"]["state"], "rests")
        self.assertEqual((status["embedder"], status["dense_vectors"]), ("embedded-2", False))
        asked = len(self.endpoint.requests)
        self.endpoint.mode = "good"
        gateway.wish("window seat", "c3")
        self.assertEqual(sorted((each["fragments"], each.get("embedder", "")) for each in gateway.clusters()),
                         [(1, "m/16"), (4, "")])
        self.assertEqual(len(self.endpoint.requests), asked, "it is left alone for a while")

    def test_what_was_embedded_survives_a_kill_and_is_erased_with_its_client(self):
        gateway = self.gateway()
        for client, text in zip(CLIENTS[:3], WINDOWS):
            gateway.wish(text, client)
        gateway.tell("erase", {"client": "c1"})  # is saved at once
        before = gateway.clusters()
        self.assertEqual(before[0]["fragments"], 2)
        gateway.end(kill=True)
        gateway.start()
        after = gateway.clusters()
        # A heat falls while time passes.
        self.assertAlmostEqual(after[0].pop("heat"), before[0].pop("heat"), delta=0.1)
        self.assertEqual(after, before)
        gateway.wish("a window for me", "c4")
        self.assertEqual([each["fragments"] for each in gateway.clusters()], [3], "the vectors are those of before")
        for client in ("c2", "c3", "c4"):
            gateway.tell("erase", {"client": client})
        self.assertEqual(gateway.clusters(), [])
        gateway.end()
        for name in os.listdir(self.folder):
            with open(os.path.join(self.folder, name), "rb") as file:
                if name.startswith("gateway.ledger"):
                    self.assertNotIn(b"window", file.read(), name)

    def test_https_needs_an_authority_that_is_trusted(self):
        key, certificate = (os.path.join(self.folder, name) for name in ("tls.key", "tls.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=endpoint", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True, timeout=PATIENCE)
        secure = ModelEndpoint(Handler, (certificate, key))
        self.addCleanup(secure.end)
        gateway = self.gateway(url=f"https://127.0.0.1:{secure.server_port}/v1")
        gateway.wish("window seat")
        embedding = gateway.status()["embedding"]
        self.assertEqual((embedding["state"], embedding["texts_built_in"]), ("fails", 1))
        self.assertIn("certificate", embedding["cause"])
        self.assertEqual(secure.requests, [], "nothing is said to whoever is not trusted")
        gateway.end()
        gateway = self.gateway(url=f"https://127.0.0.1:{secure.server_port}/v1", ca_file=certificate)
        gateway.wish("window seat")
        self.assertEqual(gateway.status()["embedding"]["state"], "works")
        self.assertEqual(self.sent_texts(secure), ["window seat"])

    def test_a_flood_of_one_client_reaches_the_endpoint_within_its_limits(self):
        gateway = self.gateway()
        for number in range(200):
            gateway.wish(f"window seat number {'x' * (number + 1)}", "c1")
        gateway.status()
        self.assertLessEqual(len(self.sent_texts()), 121, "60 a minute")
        self.assertGreater(len(self.sent_texts()), 0)


if __name__ == "__main__":
    unittest.main()
