"""Typical mistakes in JSON: name, schema, instance, where it is, and what a good message says.

`where` is the pointer. `why` and `how` are words of which the message has at least one each: what is wrong, and what
would be right. The words are this project's choice, those of the others' texts among them.
"""

PERSON = {"type": "object", "properties": {"name": {"type": "string"}, "birthday": {"type": "string"}, "email": {}},
          "required": ["name"], "additionalProperties": False}
SHAPES = {"oneOf": [
    {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
    {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]}]}


TYPES = {"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "multipleOf": "number", "minLength": "string",
         "maxLength": "string", "pattern": "string", "items": "array", "contains": "array", "propertyNames": "object"}


def at(name, schema):
    """With the type that its keyword is for, without which zod takes no notice of it."""
    for keyword, type_name in TYPES.items():
        if keyword in schema:
            schema.setdefault("type", type_name)
    return {"type": "object", "properties": {name: schema}}


CASES = [
    ("number as text", at("age", {"type": "integer"}), {"age": "41"}, "/age", ["integer", "number"], ["integer", "number"]),
    ("text as number", at("zip", {"type": "string"}), {"zip": 1234}, "/zip", ["string"], ["string"]),
    ("fraction for an integer", at("n", {"type": "integer"}), {"n": 1.5}, "/n", ["1.5", "integer", "int"], ["integer", "int"]),
    ("null for a text", at("name", {"type": "string"}), {"name": None}, "/name", ["null", "None"], ["string"]),
    ("boolean as text", at("on", {"type": "boolean"}), {"on": "true"}, "/on", ["boolean"], ["boolean"]),
    ("one value for a list", at("tags", {"type": "array"}), {"tags": "a"}, "/tags", ["array", "list"], ["array", "list"]),
    ("list for an object", at("o", {"type": "object"}), {"o": []}, "/o", ["object"], ["object"]),
    ("missing member", PERSON, {}, "", ["missing", "required", "undefined"], ["name"]),
    ("misspelt member", PERSON, {"name": "a", "emial": "b"}, "", ["emial"], ["email"]),
    ("unknown member", PERSON, {"name": "a", "shoe": 1}, "", ["shoe"], ["birthday"]),
    ("member in capitals", PERSON, {"name": "a", "Email": "b"}, "", ["Email"], ['"email"', "'email'"]),
    ("value not in the list", at("c", {"enum": ["red", "blue"]}), {"c": "green"}, "/c", ["green", "one of", "allowed"], ["blue"]),
    ("value in capitals", at("c", {"enum": ["economy", "business"]}), {"c": "Business"}, "/c", ["Business", "one of"], ["did you mean"]),
    ("misspelt value", at("c", {"enum": ["economy", "business"]}), {"c": "busines"}, "/c", ["busines'", 'busines"', "one of"], ["did you mean"]),
    ("wrong constant", at("v", {"const": "2.0"}), {"v": "1.0"}, "/v", ["1.0", "constant", "expected"], ["2.0"]),
    ("below the minimum", at("n", {"minimum": 1}), {"n": 0}, "/n", ["minimum", "least", ">=", "small"], ["1"]),
    ("above the maximum", at("n", {"maximum": 9}), {"n": 10}, "/n", ["maximum", "most", "<=", "big"], ["9"]),
    ("at an exclusive bound", at("n", {"exclusiveMinimum": 0}), {"n": 0}, "/n", ["more than", ">", "exclusive", "small"], ["0"]),
    ("no multiple", at("n", {"multipleOf": 0.5}), {"n": 0.7}, "/n", ["multiple"], ["0.5"]),
    ("text too short", at("t", {"minLength": 3}), {"t": "ab"}, "/t", ["short", "fewer", "at least", ">="], ["3"]),
    ("text too long", at("t", {"maxLength": 1}), {"t": "ab"}, "/t", ["long", "more", "at most", "<="], ["1 character ", "1 character,", "<=1 char", "1 characters"]),
    ("empty text", at("t", {"minLength": 1}), {"t": ""}, "/t", ["at least 1", "fewer than 1", "non-empty", ">=1"], ["1 character,", ">=1 char", "non-empty"]),
    ("pattern", at("t", {"pattern": "^[A-Z]{3}$"}), {"t": "pek"}, "/t", ["match"], ["[A-Z]{3}"]),
    ("date in another form", at("d", {"type": "string", "format": "date"}), {"d": "11/24/2026"}, "/d", ["date"], ["YYYY-MM-DD"]),
    ("day that is none", at("d", {"type": "string", "format": "date"}), {"d": "2026-02-30"}, "/d", ["no such day", "out of range"], ["no such day"]),
    ("time without offset", at("d", {"type": "string", "format": "date-time"}), {"d": "2026-11-24T10:00:00"}, "/d", ["date-time", "datetime"], ["offset", "Z"]),
    ("no e-mail address", at("e", {"type": "string", "format": "email"}), {"e": "ann"}, "/e", ["email"], ["@"]),
    ("list too short", at("l", {"type": "array", "minItems": 1}), {"l": []}, "/l", ["empty", "fewer", "at least", ">="], ["1 element,", "1 items", ">=1", "non-empty"]),
    ("list too long", at("l", {"type": "array", "maxItems": 1}), {"l": [1, 2]}, "/l", ["more than", "at most", "<=", "too long"], ["1"]),
    ("same element twice", at("l", {"type": "array", "uniqueItems": True}), {"l": ["a", "b", "a"]}, "/l", ["duplicate", "equal", "unique"], ["0 and 2", "## 0 and 2", "2 and 0"]),
    ("no element of a kind", at("l", {"type": "array", "contains": {"const": "root"}}), {"l": ["a"]}, "/l", ["contain", "none"], ["root"]),
    ("wrong element", at("l", {"items": {"type": "integer"}}), {"l": [1, "2"]}, "/l/1", ["integer", "int"], ["integer", "int"]),
    ("name of a member", at("m", {"propertyNames": {"pattern": "^[a-z]+$"}}), {"m": {"A1": 1}}, "/m", ["name", "key"], ["[a-z]+"]),
    ("too few members", at("m", {"type": "object", "minProperties": 1}), {"m": {}}, "/m", ["fewer", "at least", "enough", "non-empty"], ["1 member,", "1 properties", "non-empty"]),
    ("dependent member", {"dependentRequired": {"card": ["address"]}}, {"card": 1}, "", ["card"], ["address"]),
    ("unknown kind of object", SHAPES, {"kind": "triangle"}, "", ["kind", "triangle"], ["circle"]),
    ("known kind, member missing", SHAPES, {"kind": "circle"}, "", ["radius"], ["radius"]),
    ("none of the types", at("v", {"anyOf": [{"type": "string"}, {"type": "null"}]}), {"v": 1}, "/v", ["string"], ["null"]),
    ("two alternatives at once", {"oneOf": [{"title": "By id", "required": ["id"]}, {"title": "By name", "required": ["name"]}]},
     {"id": 1, "name": "a"}, "", ["exactly one", "more than one", "each of"], ["By id"]),
    ("what is forbidden", at("v", {"not": {"const": "admin"}}), {"v": "admin"}, "/v", ["not", "but"], ["admin"]),
    ("demanded by a condition", {"if": {"properties": {"country": {"const": "US"}}, "required": ["country"]},
                                 "then": {"required": ["state"]}}, {"country": "US"}, "", ["state"], ["US"]),
    ("deep inside", at("a", {"items": at("b", {"items": at("c", {"type": "null"})})}), {"a": [{"b": [{"c": 1}]}]}, "/a/0/b/0/c",
     ["null", "None"], ["null"]),
]
