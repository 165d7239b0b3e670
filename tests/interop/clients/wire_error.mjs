import assert from 'node:assert/strict';

/** What an SDK may tell of an error; those of @a2a-js/sdk tell everything. */
const EVERYTHING = ['code', 'message', 'reasons', 'fields'];

/** An error as it came over the wire, with its code in JSON-RPC, whatever the SDK made of it. */
export class WireError extends Error {
  #told;

  /** `told` is what the SDK lets through of it; where it tells no code, `status` is that of HTTP. */
  constructor({code, message, data, status}, told = EVERYTHING) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = Array.isArray(data) ? data : data?.details ?? [];  // v0.3 has them in an object
    this.#told = told;
  }

  /** The ErrorInfo reasons among the details. */
  get reasons() { return this.details.map(({reason}) => reason).filter(Boolean); }

  /** The fields that BadRequest names. */
  get fields() { return this.details.flatMap(({fieldViolations = []}) => fieldViolations.map(({field}) => field)); }

  /** Asserts the code; where the SDK tells none, that it tells of a request that was refused. */
  assertCode(code) {
    if (this.#told.includes('status') && this.code === undefined) {
      assert.ok(this.status >= 400 && this.status < 500, this.message);
    } else if (this.#told.includes('code')) {
      assert.equal(this.code, code, this.message);
    } else {
      assert.ok(this.message);
    }
  }

  /** Each of these asserts what the SDK tells, and nothing where it drops that. */
  assertMessage(pattern) { if (this.#told.includes('message')) assert.match(this.message, pattern); }
  assertReason(reason) {
    if (this.#told.includes('reasons')) assert.ok(this.reasons.includes(reason), JSON.stringify(this.details));
  }
  assertFields(fields) { if (this.#told.includes('fields')) assert.deepEqual(this.fields, fields); }
}
