// Times ajv on the corpora of a folder: node ajv_peer.mjs FOLDER prints {"name": nanoseconds} as JSON, the least of
// many short rounds; without those that ajv wrongly takes for invalid. Run where ajv is installed.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { loops, time, warm } from "./ajv_time.mjs";

const require = createRequire(join(process.cwd(), "x.js"));
const Ajv = require("ajv/dist/2020").default;
const folder = process.argv[2];

const times = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".schema.json"))) {
  const name = file.slice(0, -".schema.json".length);
  const read = (end) => JSON.parse(readFileSync(join(folder, name + end)));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile(read(".schema.json"));
  const copies = Array.from({ length: 8 }, () => read(".json"));
  const loop = loops(name, validate).validate;
  if (!validate(copies[0])) continue;
  warm(() => loop(copies, 8), 600);
  times[name] = time(loop, copies, 400); // the largest of them are compiled for as long
}
console.log(JSON.stringify(times));
