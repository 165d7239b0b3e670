// Times ajv on the schemas of a folder: node ajv_public.mjs FOLDER prints {"name": {"validate": [...], "whole": [...]}} as
// JSON, nanoseconds per instance, the least of many short rounds: of a parsed instance, and from its text with JSON.parse;
// null for what ajv does not take for valid. Schemas that it does not compile are left out. Run where ajv is installed.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "x.js"));
const classes = { "2020-12": "ajv/dist/2020", "2019-09": "ajv/dist/2019", "draft-07": "ajv" };
const folder = process.argv[2];
const roundNs = 2e4; // short rounds mostly pass undisturbed
const warmMs = 150; // V8 compiles beside the program: by then it is done with all but the largest schemas
const steadyMs = 40; // without a better round, twice this before the first of an instance

let valid = 0; // what is computed for nothing may be left out

const now = () => Number(process.hrtime.bigint());

// Loops of a schema's own, so that V8 knows what they call. Copies, so that it cannot take what it has read of one for good.
function loops(name, validate) {
  const make = new Function("validate", "parse", `// ${name}
    return {
      validate(copies, count) {
        let valid = 0;
        for (let i = 0; i < count; ++i) valid += validate(copies[i & 7]) ? 1 : 0;
        return valid;
      },
      whole(texts, count) {
        let valid = 0;
        for (let i = 0; i < count; ++i) valid += validate(parse(texts[i & 7])) ? 1 : 0;
        return valid;
      },
    };`);
  return make(validate, JSON.parse);
}

// Until rounds no longer become shorter: what is timed is the code that V8 ends with.
function time(loop, inputs) {
  const run = (count) => {
    const begin = now();
    valid += loop(inputs, count);
    return (now() - begin) / count;
  };
  let count = 1;
  let best = run(count);
  for (let since = now(); now() - since < steadyMs * 1e6; ) {
    if (best * count < roundNs / 2 && count < 4096) count *= 2;
    const taken = run(count);
    if (taken < 0.97 * best) since = now();
    best = Math.min(best, taken);
  }
  return best;
}

function warm(run) {
  const begin = now();
  do run();
  while (now() - begin < warmMs * 1e6);
}

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
  warm(() => instances.forEach((copies) => (valid += own.validate(copies, 8))));
  const validated = instances.map((copies, i) => (isValid[i] ? time(own.validate, copies) : null));
  const texts = lines.map((line) => Array(8).fill(line));
  warm(() => texts.forEach((copies) => (valid += own.whole(copies, 8))));
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
if (valid === 0) process.exit(1);
console.log(JSON.stringify(times));
