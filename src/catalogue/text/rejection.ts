/** A record that was not taken over: where it stands, what it calls itself, and why. */
export interface Rejection {
  /** From 1: the line of a CSV, TLE or 3LE file, the record of a JSON or XML file. */
  line: number;
  /** Catalogue number and name, as far as the record gives them. */
  record: string;
  /** Names the value and what is allowed. */
  reason: string;
}

/** Thrown while one record is read; `eachRecord` makes it a `Rejection`. */
export class RecordError extends Error {
  override readonly name = 'RecordError';

  constructor(
    reason: string,
    /** Where the fault is, if not where the record begins. */
    readonly line?: number,
  ) {
    super(reason);
  }
}

/** What a record says of itself, for people who look for it in the file. */
export interface Place {
  line: number;
  record: string;
}

/** Reads every record; one that throws a `RecordError` is named among the rejections, and the others are kept. */
export function eachRecord<Input, Output>(
  inputs: Iterable<Input>,
  read: (input: Input) => Output,
  place: (input: Input) => Place,
): { accepted: Output[]; rejections: Rejection[] } {
  const accepted: Output[] = [];
  const rejections: Rejection[] = [];
  for (const input of inputs) {
    try {
      accepted.push(read(input));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const { line, record } = place(input);
      rejections.push({ line: error.line ?? line, record, reason: error.message });
    }
  }
  return { accepted, rejections };
}
