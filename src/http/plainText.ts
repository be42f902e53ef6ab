/** An answer that is no JSON object of a schema: a document as it is sent. */
export class PlainText {
  constructor(
    readonly type: string,
    readonly text: string,
    /** Beside those of every answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
