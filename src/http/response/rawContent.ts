/** An answer that is no JSON object of a schema: it is sent as it is. */
export class Verbatim {
  constructor(
    readonly type: string,
    readonly content: string | Buffer,
    /** Beside those of every answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
