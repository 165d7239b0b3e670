import {WireError} from './wire_error.mjs';

// What the SDKs call the errors of A2A; both versions use these names.
const CODES = {TaskNotFoundError: -32001, TaskNotCancelableError: -32002, PushNotificationNotSupportedError: -32003,
  UnsupportedOperationError: -32004, ContentTypeNotSupportedError: -32005, InvalidAgentResponseError: -32006};

/** Keeps the bodies of refusals over HTTP+JSON: the errors that the SDKs make of them have lost the details. */
export class RestRefusals {
  #body;

  fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok) this.#body = await response.clone().json();
    return response;
  };

  /** A WireError with the code that the SDK has recognised; it has no classes for JSON-RPC's own codes. */
  explain(error) {
    const body = this.#body?.error ?? this.#body;
    if (!body) return error;
    const other = body.status === 'INVALID_ARGUMENT' ? -32602 : body.code;
    return new WireError({code: CODES[error.name] ?? CODES[error.constructor.name] ?? other, message: body.message,
      data: body.details ?? body.data});
  }
}
