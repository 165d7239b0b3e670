// Times ajv on the schemas of a folder: node ajv_public.mjs FOLDER prints {"name": {"validate": [...], "whole": [...]}} as
// JSON, nanoseconds per instance, the least of many short rounds: of a parsed instance, and from its text with JSON.parse;
// null for what ajv does not take for valid. Schemas that it does not compile are left out. Run where ajv is installed.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { hasWorked, loops, time, warm } from "./ajv_time.mjs";

const require = createRequire(join(process.cwd(), "x.js"));
const classes = { "2020-12": "ajv/dist/2020", "2019-09": "ajv/dist/2019", "draft-07": "ajv" };
const folder = process.argv[2];

function compile(schema) {
  const dialect = Object.keys(classes).find((name) => (schema.$schema ?? "draft-07").includes(name));
  const Ajv = require(classes[dialect]).default;
  return new Ajv({ strict: false, validateFormats: false, validateSchema: false, logger: false }).compile(schema);
}

function timesOf(name) {
  const validate = compile(JSON.parse(readFileSync(join(folder, name + ".schema.json"))));
  const lines = readFileSync(join(folder, name + ".jsonl"), "utf8").trimEnd().split("\n");
  const own = loops(name, validate);
  const instances = lines.map((line) => Array.from({ length: 8 }, () => JSON.parse(line)));
  const isValid = instances.map(([instance]) => validate(instance));
  // Warm all, so that none is timed with code made for its predecessors only.
  warm(() => instances.forEach((copies) => own.validate(copies, 8)), 600);
  const validated = instances.map((copies, i) => (isValid[i] ? time(own.validate, copies) : null));
  const texts = lines.map((line) => Array(8).fill(line));
  warm(() => texts.forEach((copies) => own.whole(copies, 8)), 150);
  return { validate: validated, whole: texts.map((copies, i) => (isValid[i] ? time(own.whole, copies) : null)) };
}

const times = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".schema.json"))) {
  const name = file.slice(0, -".schema.json".length);
  try {
    times[name] = timesOf(name);
  } catch {
    continue;
  }
}
if (!hasWorked()) process.exit(1);
console.log(JSON.stringify(times));
