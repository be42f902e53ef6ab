/** JSON text that exists already, in memory that somebody waits for. */
interface JsonText {
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** An answer whose last field is such text: it is written between the others and the end, and never parsed. */
export class Spliced {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly lastField: string,
    private readonly text: JsonText,
  ) {}

  /** `{"data":{…fields,"lastField":text},"meta":…}`, valid until `release`. */
  envelope(meta: object): Buffer {
    const fields = JSON.stringify(this.fields).slice(0, -1);
    return this.text.wrap(`{"data":${fields},"${this.lastField}":`, `},"meta":${JSON.stringify(meta)}}`);
  }

  release(): void {
    this.text.release();
  }
}
