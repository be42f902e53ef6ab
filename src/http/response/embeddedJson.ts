import { TEXT_ROOM } from '../../compute/analysis.js';

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
    const head = `{"data":${this.head()}`;
    const tail = `},"meta":${JSON.stringify(meta)}}`;
    if (Buffer.byteLength(head) <= TEXT_ROOM.head) return this.text.wrap(head, tail);
    // Provenance names as many ranges as there are: the few answers that tell of dozens are copied.
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

/** Text in memory of its own. */
export function ownText(text: Uint8Array): JsonText {
  return {
    wrap: (head, tail) => Buffer.concat([Buffer.from(head), text, Buffer.from(tail)]),
    release: () => undefined,
  };
}
