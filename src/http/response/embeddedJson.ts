import { TEXT_MARGIN } from '../../compute/seriesText.js';

/** JSON text that has been written already, in memory that is held until `release`. */
interface JsonText {
  /** The text between a head and a tail; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** An answer whose last field is JSON text already: it is put behind the other fields as it is, never parsed. */
export class EmbeddedJson {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly lastField: string,
    private readonly text: JsonText,
  ) {}

  /** `{"data":{…fields,"lastField":text},"meta":…}`, valid until `release`. */
  envelope(meta: object): Buffer {
    const head = `{"data":${this.head()}`;
    const tail = `},"meta":${JSON.stringify(meta)}}`;
    if (Buffer.byteLength(head) <= TEXT_MARGIN.head) return this.text.wrap(head, tail);
    // Provenance lists any number of ranges: the few answers with dozens of them outgrow the margin and are copied.
    return Buffer.concat([Buffer.from(head), this.text.wrap('', ''), Buffer.from(tail)]);
  }

  /** `{…fields,"lastField":text}`, valid until `release`. */
  bare(): Buffer {
    return this.text.wrap(this.head(), '}');
  }

  release(): void {
    this.text.release();
  }

  private head(): string {
    return `${JSON.stringify(this.fields).slice(0, -1)},"${this.lastField}":`;
  }
}

/** JSON text in memory of its own, which needs no release. */
export function jsonTextOf(text: Uint8Array): JsonText {
  return {
    wrap: (head, tail) => Buffer.concat([Buffer.from(head), text, Buffer.from(tail)]),
    release: () => undefined,
  };
}
