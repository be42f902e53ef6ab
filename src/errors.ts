/**
 * Base of errors for work that was given up. Its message tells what happened; the HTTP layer gives each class a status.
 */
export abstract class NotDone extends Error {
  /** @param retryAfterSeconds seconds after which another try may succeed; undefined if unknown */
  constructor(
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** More work was asked for than can be done in good time. */
export class Overloaded extends NotDone {
  override readonly name = 'Overloaded';
}

/** Other work takes up the memory of the core. */
export class OutOfMemory extends NotDone {
  override readonly name = 'OutOfMemory';
}

/** Part of the service does not answer. */
export class Unavailable extends NotDone {
  override readonly name = 'Unavailable';
}

/** The window that was asked about has left the memory. */
export class WindowGone extends NotDone {
  override readonly name = 'WindowGone';
}

/** Nobody waits for the answer any more. */
export class ClientGone extends NotDone {
  override readonly name = 'ClientGone';
}

/**
 * Something that the person at the command line can mend: a file, a setting, an address. The message is all they see.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
