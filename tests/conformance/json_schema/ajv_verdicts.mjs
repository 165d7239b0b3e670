// Answers as json_schema_verdicts does, by ajv.
import { createInterface } from "node:readline";
import Ajv7 from "ajv";
import Ajv2019 from "ajv/dist/2019.js";
import Ajv2020 from "ajv/dist/2020.js";

const classes = { "draft-07": Ajv7.default, "2019-09": Ajv2019.default, "2020-12": Ajv2020.default };

function answer({ draft, schema, instances }) {
  try {
    const ajv = new classes[draft]({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(schema);
    return instances.map((instance) => (validate(instance) ? "v" : "i")).join("");
  } catch (error) {
    return "- " + error.message.replaceAll("\n", " ");
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(answer(JSON.parse(line)));
