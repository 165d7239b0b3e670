// A program made with another SDK: one JSON value per line on its standard input and output.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export class Program {
  #process;
  #waiting = new Map();  // id of a call: the function that takes its lines
  #calls = 0;
  #errors = '';
  #ended;

  constructor([command, ...args]) {
    this.#process = spawn(command, args, {stdio: ['pipe', 'pipe', 'pipe']});
    this.#process.stderr.setEncoding('utf8').on('data', (text) => { this.#errors = (this.#errors + text).slice(-4000); });
    this.#process.stdin.on('error', () => {});  // it has ended: told below
    this.#ended = once(this.#process, 'exit').then(([code]) => {
      for (const take of this.#waiting.values()) take({ended: `the program ended with ${code}: ${this.#errors}`});
    });
    createInterface({input: this.#process.stdout}).on('line', (text) => {
      const {id, ...line} = JSON.parse(text);
      this.#waiting.get(id)?.(line);
    });
  }

  /** The lines that answer {op, …}, up to the one with `end`; a caller that leaves has the program leave, too. */
  async *call(request) {
    const id = ++this.#calls;
    const lines = [];
    let wake = () => {};
    this.#waiting.set(id, (line) => { lines.push(line); wake(); });
    this.#process.stdin.write(`${JSON.stringify({id, ...request})}\n`);
    let over = false;
    try {
      for (;;) {
        while (lines.length === 0) await new Promise((resolve) => { wake = resolve; });
        const line = lines.shift();
        over = line.end || line.error || line.ended;
        if (line.ended) throw new Error(line.ended);
        if (line.end) return;
        yield line;
        if (over) return;
      }
    } finally {
      this.#waiting.delete(id);
      if (!over) this.#process.stdin.write(`${JSON.stringify({id, op: 'leave'})}\n`);
    }
  }

  /** The only line that answers a request. */
  async ask(request) {
    for await (const line of this.call(request)) return line;
    throw new Error(`no answer to ${request.op}`);
  }

  async close() {
    this.#process.stdin.end();
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
    await this.#ended;
    clearTimeout(killer);
  }
}
