// Times ajv on the corpora of a folder: node ajv_peer.mjs FOLDER prints {"name": nanoseconds} as JSON, the least of
// many rounds; without those that ajv wrongly takes for invalid. Run where ajv is installed.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "x.js"));
const Ajv = require("ajv/dist/2020").default;
const folder = process.argv[2];

function time(validate, instance) {
  const run = (count) => {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < count; ++i) validate(instance);
    return Number(process.hrtime.bigint() - begin) / count;
  };
  let count = 1;
  while (run(count) * count < 1e6) count *= 2;
  let best = Infinity;
  for (let round = 0; round < 60; ++round) best = Math.min(best, run(count));
  return best;
}

const times = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".schema.json"))) {
  const name = file.slice(0, -".schema.json".length);
  const read = (end) => JSON.parse(readFileSync(join(folder, name + end)));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile(read(".schema.json"));
  const instance = read(".json");
  if (validate(instance)) times[name] = time(validate, instance);
}
console.log(JSON.stringify(times));
