/** An answer that is sent as it is: a document, a file or binary data in place of JSON by a schema. */
export class RawContent {
  constructor(
    readonly type: string,
    readonly content: string | Buffer,
    /** Headers beside those of every answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
