// What both agents do, whichever SDK carries it. The first contestant's name chooses the behaviour:
// "slow" works for 4 seconds and "endless" for a minute, unless they are canceled; "ask" asks for other names,
// "message" answers without a task, and "data", "chunks", "fenced", "prose", "invalid" say how the outcome is put.
// Anything else gives the outcome as one text part of JSON.

const WORK_MS = {slow: 4000, endless: 60_000};

/** The contestants that a message names: a data part {a, b} or a text "A vs B". */
export function contestOf(parts) {
  for (const part of parts) {
    if (part.data && typeof part.data.a === 'string') return part.data;
    const names = part.text?.split(' vs ');
    if (names?.length === 2) return {a: names[0], b: names[1]};
  }
  return undefined;
}

export function outcomeOf({a, b}) {
  return {winner: b, probability: a === 'invalid' ? 1.5 : 0.65, explanation: `${b} comes after ${a}.`};
}

/** The parts of the artifact, one per streamed chunk. */
export function artifactParts(contest) {
  const outcome = outcomeOf(contest);
  const json = JSON.stringify(outcome);
  switch (contest.a) {
    case 'data': return [{data: outcome}];
    case 'chunks': return [{text: json.slice(0, 9)}, {text: json.slice(9, 30)}, {text: json.slice(30)}];
    case 'fenced': return [{text: `Here you are:\n\n\`\`\`json\n${json}\n\`\`\`\n`}];
    case 'prose': return [{text: `${outcome.winner} would win.`}];
    default: return [{text: json}];
  }
}

/** Waits until the fight is over; false when `signal` canceled it. */
export function settle(contest, signal) {
  const work = WORK_MS[contest.a];
  if (!work) return Promise.resolve(!signal.aborted);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), work);
    signal.addEventListener('abort', () => { clearTimeout(timer); resolve(false); }, {once: true});
  });
}

/** The running tasks of one agent, so that they can be canceled; and a count of the calls that reached it. */
export class Fights {
  calls = 0;
  #controllers = new Map();

  begin(taskId) {
    this.calls += 1;
    const controller = new AbortController();
    this.#controllers.set(taskId, controller);
    return controller.signal;
  }

  end(taskId) { this.#controllers.delete(taskId); }

  cancel(taskId) {
    const controller = this.#controllers.get(taskId);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll() { for (const controller of this.#controllers.values()) controller.abort(); }
}

/** Serves `app` on a free loopback port; `mount(url)` adds the routes once the URL is known. */
export async function listen(app, mount) {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const url = `http://127.0.0.1:${server.address().port}`;
  mount(url);
  const close = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  return {url, close};
}
