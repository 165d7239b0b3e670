// Reads lines of {"schema", "instance"} and writes, for each, what ajv and zod say as {"ajv": [[pointer, message], ...],
// "zod": ...}. Run where both are installed.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "x.js"));
const Ajv = require("ajv/dist/2020").default;
const formats = require("ajv-formats");
const { z } = require("zod");

function ajv(schema, instance) {
  const validator = new Ajv({ strict: false, allErrors: true });
  formats(validator);
  const validate = validator.compile(schema);
  validate(instance);
  return (validate.errors ?? []).map((error) => [error.instancePath, error.message]);
}

// Issues of a union that no branch of fits are those of its branches.
function flat(issue) {
  const own = [issue.path.map((step) => "/" + step).join(""), issue.message];
  return [own, ...(issue.errors ?? []).flat().flatMap(flat)];
}

function zod(schema, instance) {
  try {
    const result = z.fromJSONSchema(schema).safeParse(instance);
    return result.success ? [["", "(accepts it)"]] : result.error.issues.flatMap(flat);
  } catch (error) {
    return [["", "(refuses the schema) " + error.message]];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { schema, instance } = JSON.parse(line);
  console.log(JSON.stringify({ ajv: ajv(schema, instance), zod: zod(schema, instance) }));
}
