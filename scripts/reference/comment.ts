/** Parts of a doc comment. */
export interface Comment {
  /** Paragraphs of the comment, with an empty line between them. */
  text: string;
  params: { name: string; text: string }[];
  returns: string | undefined;
  throws: string | undefined;
}

/** Reads the parts of a doc comment, given with its delimiters. */
export function readComment(comment: string): Comment {
  const plain = comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n');
  const [text = '', ...tags] = plain.split(/(?:^|\s)@(?=(?:param|returns|throws)\b)/);
  const flat = (part: string): string => part.replaceAll(/\s+/g, ' ').replace(/;$/, '').trim();
  const read: Comment = {
    text: text
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
      .join('\n\n')
      .trim(),
    params: [],
    returns: undefined,
    throws: undefined,
  };
  for (const tag of tags) {
    const [, kind, rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag.trim()) ?? [];
    if (kind === 'returns') read.returns = flat(rest);
    else if (kind === 'throws') read.throws = flat(rest);
    else {
      const [, name = '', said = ''] = /^([\w.]+)\s*([\s\S]*)$/.exec(rest) ?? [];
      read.params.push({ name, text: flat(said) });
    }
  }
  return read;
}
