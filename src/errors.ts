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

/** More work was asked for than can be done in good time, or than the core's memory has room for at once. */
export class Overloaded extends NotDone {
  override readonly name = 'Overloaded';
}

/** Part of the service does not answer. */
export class Unavailable extends NotDone {
  override readonly name = 'Unavailable';
}

/** The memory is too small for the work, even without other work: a setting or the catalogue has to change. */
export class MemoryTooSmall extends Unavailable {
  constructor(message: string) {
    super(message, 3600);
  }
}

/** The window that was asked about has left the memory. */
export class WindowGone extends NotDone {
  override readonly name = 'WindowGone';
}

/** A day window holds no element set of the satellite that was asked about, or none at all. */
export class NotInWindow extends NotDone {
  override readonly name = 'NotInWindow';
}

/** Nobody waits for the answer any more. */
export class ClientGone extends NotDone {
  override readonly name = 'ClientGone';
}

/**
 * Something that the person at the command line can mend: a file, a setting, an address. The message is all they see.
 */
export class UserError extends Error {
  /** Name of the class, which bundlers shorten otherwise. */
  static override readonly name: string = 'UserError';
  override readonly name = 'UserError';
}
