/** Record that was rejected, is doubtful or goes to no satellite: its line, its number and name, and the reason. */
export interface Rejection {
  /** Number, from 1, of the line in a CSV, TLE or 3LE file, or of the record in a JSON or XML file. */
  line: number;
  /** Number and name, as far as the record gives them; of a television list, the orbital slot and the frequency. */
  record: string;
  /** Message that names the value, and the values that are allowed or more likely. */
  reason: string;
}

/** Error of one record while it is read; `eachRecord` turns it into a `Rejection`. */
export class RecordError extends Error {
  override readonly name = 'RecordError';

  constructor(
    reason: string,
    /** Line of the fault, if it is not the record's first. */
    readonly line?: number,
  ) {
    super(reason);
  }
}

/** Line, number and name of a record, for people who look for it in the file. */
export interface RecordLabel {
  line: number;
  record: string;
}

/** Reads every record; one that throws a `RecordError` is named among the rejections, and the others are kept. */
export function eachRecord<Input, Output>(
  inputs: Iterable<Input>,
  read: (input: Input) => Output,
  labelOf: (input: Input) => RecordLabel,
): { accepted: Output[]; rejections: Rejection[] } {
  const accepted: Output[] = [];
  const rejections: Rejection[] = [];
  for (const input of inputs) {
    try {
      accepted.push(read(input));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const { line, record } = labelOf(input);
      rejections.push({ line: error.line ?? line, record, reason: error.message });
    }
  }
  return { accepted, rejections };
}

/** Message of an error that a library threw, and the system's code; an empty text if it has no code. */
export function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message };
}
