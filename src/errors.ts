/** Work that was not done, told in the words of the layer that gave it up. */
export abstract class NotDone extends Error {
  /** @param retryAfterSeconds when to try again; undefined where nothing says when that may help */
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

/** Other work has the core's memory. */
export class OutOfMemory extends NotDone {
  override readonly name = 'OutOfMemory';
}

/** The memory is too small for the work, even if no other went on: a setting or the catalogue has to change. */
export class MemoryTooSmall extends NotDone {
  override readonly name = 'MemoryTooSmall';

  constructor(message: string) {
    super(message, 3600);
  }
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
