// How ajv is timed: by the code that V8 ends with. It compiles beside the program, for tens of milliseconds; until then
// its interpreter runs, which is ten to thirty times slower.
const roundNs = 2e4; // short rounds mostly pass undisturbed

let valid = 0; // what is computed for nothing may be left out

const now = () => Number(process.hrtime.bigint());

// Loops of a schema's own, so that V8 knows what they call. Copies, so that it cannot take what it has read of one for good.
export function loops(name, validate) {
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

// Until no round has been shorter for `steadyMs`: what is timed is the code that V8 ends with.
export function time(loop, inputs, steadyMs = 40) {
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

// Mostly V8 is done with a schema within a tenth of a second, with the largest on a busy machine within a whole one.
export function warm(run, warmMs) {
  const begin = now();
  do run();
  while (now() - begin < warmMs * 1e6);
}

// Nothing was left out.
export const hasWorked = () => valid > 0;
