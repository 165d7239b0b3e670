// Times ajv on the schemas of a folder: node ajv_public.mjs FOLDER prints {"name": [nanoseconds or null, ...]} as
// JSON, a value per instance, the least of many short rounds; null for what ajv does not take for valid. Schemas that
// it does not compile are left out. Run where ajv is installed.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "x.js"));
const classes = { "2020-12": "ajv/dist/2020", "2019-09": "ajv/dist/2019", "draft-07": "ajv" };
const folder = process.argv[2];

let valid = 0; // what is computed for nothing may be left out

// Copies, so that the engine cannot take what it has read of one for good.
function time(validate, line) {
  const copies = Array.from({ length: 8 }, () => JSON.parse(line));
  const run = (count) => {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < count; ++i) valid += validate(copies[i & 7]) ? 1 : 0;
    return Number(process.hrtime.bigint() - begin) / count;
  };
  let count = 1;
  let best = run(count);
  while (best * count < 2e4 && count < 4096) best = run((count *= 2));
  for (let round = 0; round < 60; ++round) best = Math.min(best, run(count));
  return best;
}

function compile(schema) {
  const dialect = Object.keys(classes).find((name) => (schema.$schema ?? "draft-07").includes(name));
  const Ajv = require(classes[dialect]).default;
  return new Ajv({ strict: false, validateFormats: false, validateSchema: false, logger: false }).compile(schema);
}

const times = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".schema.json"))) {
  const name = file.slice(0, -".schema.json".length);
  try {
    const validate = compile(JSON.parse(readFileSync(join(folder, file))));
    const lines = readFileSync(join(folder, name + ".jsonl"), "utf8").trimEnd().split("\n");
    const instances = lines.map((line) => JSON.parse(line));
    // Warm all, so that none is timed with code made for its predecessors only.
    for (let i = 0; i < 200; ++i) for (const instance of instances) validate(instance);
    times[name] = instances.map((instance, i) => (validate(instance) ? time(validate, lines[i]) : null));
  } catch {
    continue;
  }
}
if (valid === 0) process.exit(1);
console.log(JSON.stringify(times));
