// Answers as json_schema_verdicts does, of schemas that are one `pattern`, by RegExp.
import { createInterface } from "node:readline";

function answer({ schema, instances }) {
  try {
    const expression = new RegExp(schema.pattern, "u");
    return instances.map((instance) => (expression.test(instance) ? "v" : "i")).join("");
  } catch (error) {
    return "- " + error.message;
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(answer(JSON.parse(line)));
