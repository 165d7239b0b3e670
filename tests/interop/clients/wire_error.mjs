/** An error as it came over the wire, with its code in JSON-RPC, whatever the SDK made of it. */
export class WireError extends Error {
  constructor({code, message, data}) {
    super(message);
    this.code = code;
    this.details = Array.isArray(data) ? data : [];
  }

  /** The ErrorInfo reasons among the details. */
  get reasons() { return this.details.map(({reason}) => reason).filter(Boolean); }

  /** The fields that BadRequest names. */
  get fields() { return this.details.flatMap(({fieldViolations = []}) => fieldViolations.map(({field}) => field)); }
}
