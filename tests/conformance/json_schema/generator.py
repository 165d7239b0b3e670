"""Schemas and instances from a seed: small, over few names, so that they meet each other."""

NAMES = ["a", "b", "c", "bar", "x-1"]
TEXTS = ["", "a", "b", "ab", "bar", "ä", "a1", "2026-11-22"]
NUMBERS = [0, 1, 2, 3, -1, 1.0, 1.5, 2.5, -0.5, 10, 100, 1e2]
PATTERNS = ["^a", "b$", "^[a-z]+$", "^\\d{4}-", "a|b", "^x-", "^.{1,2}$", "^(a|ab)+$"]
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
URIS = {"draft-07": "http://json-schema.org/draft-07/schema#",
        "2019-09": "https://json-schema.org/draft/2019-09/schema",
        "2020-12": "https://json-schema.org/draft/2020-12/schema"}


class Generator:
    def __init__(self, random, draft):
        self.random = random
        self.draft = draft
        self.definitions = "definitions" if draft == "draft-07" else "$defs"

    def document(self):
        """A schema of its dialect, with definitions that its references reach; those hold none, so nothing loops.

        None has `$ref` at the top, where draft-07 would hide `$schema`.
        """
        schema = self.schema(3)
        while not isinstance(schema, dict) or "$ref" in schema:
            schema = self.schema(3)
        schema["$schema"] = URIS[self.draft]
        schema[self.definitions] = {name: self.schema(2, references=False) for name in ("p", "q")}
        return schema

    def instance(self, depth=2):
        kind = self.random.randrange(8 if depth else 5)
        if kind == 0:
            return self.random.choice([None, True, False])
        if kind <= 2:
            return self.random.choice(NUMBERS)
        if kind <= 4:
            return self.random.choice(TEXTS)
        if kind == 5:
            return [self.instance(depth - 1) for _ in range(self.random.randrange(4))]
        return {name: self.instance(depth - 1) for name in self.random.sample(NAMES, self.random.randrange(4))}

    def schema(self, depth, references=True):
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf(references)
        schema = {}
        for _ in range(self.random.randrange(1, 4)):
            makers = [self.value, self.number, self.text, self.object, self.object, self.array, self.combined]
            schema.update(self.random.choice(makers)(depth - 1, references))
        return schema

    def leaf(self, references):
        if references and self.random.random() < 0.3:
            return {"$ref": f"#/{self.definitions}/" + self.random.choice("pq")}
        return self.random.choice([True, False, {}, {"type": self.random.choice(TYPES)}, {"type": "object"}])

    def schemas(self, depth, references):
        return [self.schema(depth, references) for _ in range(self.random.randrange(1, 4))]

    def named(self, names, depth, references):
        return {name: self.schema(depth, references) for name in self.random.sample(names, self.random.randrange(1, 4))}

    def names(self):
        return self.random.sample(NAMES, self.random.randrange(1, 3))

    def value(self, depth, references):
        return self.random.choice([
            {"type": self.random.choice(TYPES)},
            {"type": self.random.sample(TYPES, 2)},
            {"const": self.instance(1)},
            {"enum": [self.instance(1) for _ in range(3)] + [self.random.choice(TEXTS)]},
        ])

    def number(self, depth, references):
        keyword = self.random.choice(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
        return {keyword: self.random.choice([0.5, 1, 2, 10]) if keyword == "multipleOf" else self.random.choice(NUMBERS)}

    def text(self, depth, references):
        return self.random.choice([{"minLength": 1}, {"maxLength": 2}, {"pattern": self.random.choice(PATTERNS)}])

    def object(self, depth, references):
        makers = [
            lambda: {"properties": self.named(NAMES, depth, references)},
            lambda: {"properties": self.named(NAMES, depth, references)},
            lambda: {"patternProperties": self.named(PATTERNS, depth, references)},
            lambda: {"additionalProperties": self.schema(depth, references)},
            lambda: {"required": self.names()},
            lambda: {"propertyNames": {"pattern": self.random.choice(PATTERNS)}},
            lambda: {"minProperties": 1},
            lambda: {"maxProperties": 2},
        ]
        if self.draft == "draft-07":
            makers.append(lambda: {"dependencies": {self.random.choice(NAMES): self.names()}})
        else:
            makers.append(lambda: {"dependentRequired": {self.random.choice(NAMES): self.names()}})
            makers.append(lambda: {"dependentSchemas": self.named(NAMES, depth, references)})
            makers.append(lambda: {"unevaluatedProperties": self.schema(depth, references)})
        return self.random.choice(makers)()

    def array(self, depth, references):
        makers = [
            lambda: {"items": self.schema(depth, references)},
            lambda: {"contains": self.schema(depth, references)},
            lambda: {"uniqueItems": True},
            lambda: {"minItems": 1},
            lambda: {"maxItems": 2},
        ]
        if self.draft == "2020-12":
            makers.append(lambda: {"prefixItems": self.schemas(depth, references)})
        else:
            makers.append(lambda: {"items": self.schemas(depth, references),
                                   "additionalItems": self.schema(depth, references)})
        if self.draft != "draft-07":
            makers.append(lambda: {"contains": self.schema(depth, references), "minContains": self.random.randrange(3),
                                   "maxContains": self.random.randrange(1, 3)})
            makers.append(lambda: {"unevaluatedItems": self.schema(depth, references)})
        return self.random.choice(makers)()

    def combined(self, depth, references):
        return self.random.choice([
            lambda: {"allOf": self.schemas(depth, references)},
            lambda: {"anyOf": self.schemas(depth, references)},
            lambda: {"oneOf": self.schemas(depth, references)},
            lambda: {"not": self.schema(depth, references)},
            lambda: {"if": self.schema(depth, references), "then": self.schema(depth, references),
                     "else": self.schema(depth, references)},
            lambda: {"$ref": f"#/{self.definitions}/" + self.random.choice("pq")} if references else {},
        ])()
