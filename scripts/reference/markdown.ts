import type { Comment } from './comment.js';
import type { Declaration, Signature } from './declarations.js';

/** Part of the reference: a title, and declarations. */
export interface Section {
  title: string;
  declarations: readonly Declaration[];
}

/** Writes sections of declarations as Markdown, with a table of contents. */
export function markdownOf(head: string, sections: readonly Section[]): string {
  const anchors = anchorsOf(sections);
  const contents = sections.map(({ title, declarations }) => {
    const links = declarations.map((one) => `[\`${one.name}\`](#${anchors.get(one) ?? ''})`);
    return `- ${title}: ${links.join(', ')}`;
  });
  const parts = sections.map(({ title, declarations }) => `## ${title}\n\n${declarations.map(declared).join('\n\n')}`);
  return `${head}\n\n${contents.join('\n')}\n\n${parts.join('\n\n')}\n`;
}

/**
 * Anchors that Markdown renderers give the headings. Of headings that differ only in capitals, all but the first get a
 * number.
 */
function anchorsOf(sections: readonly Section[]): Map<Declaration, string> {
  const taken = new Map<string, number>();
  const anchors = new Map<Declaration, string>();
  const anchorOf = (heading: string): string => {
    const plain = heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-');
    const before = taken.get(plain) ?? 0;
    taken.set(plain, before + 1);
    return before === 0 ? plain : `${plain}-${before}`;
  };
  for (const { title, declarations } of sections) {
    anchorOf(title);
    for (const one of declarations) anchors.set(one, anchorOf(one.name));
  }
  return anchors;
}

function declared({ name, text, comment, members }: Declaration): string {
  const properties = members.filter(({ isMethod }) => !isMethod);
  const methods = new Map<string, Signature[]>();
  for (const method of members.filter(({ isMethod }) => isMethod)) {
    methods.set(method.name, [...(methods.get(method.name) ?? []), method]);
  }
  return [
    `### ${name}`,
    code(text),
    said(comment),
    ...(properties.length === 0 ? [] : [table(properties)]),
    ...[...methods].map(([method, overloads]) => methodOf(name, method, overloads)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Markdown of a method: all its signatures, then their comments. */
function methodOf(owner: string, method: string, overloads: readonly Signature[]): string {
  const comments = overloads.map(({ comment }) => said(comment)).filter((text) => text !== '');
  return [`#### ${owner}.${method}`, code(overloads.map(({ text }) => text).join('\n')), ...new Set(comments)].join(
    '\n\n',
  );
}

function said(comment: Comment | undefined): string {
  if (comment === undefined) return '';
  const lines = [
    ...comment.params.map(({ name, text }) => `- \`${name}\`: ${escaped(text)}`),
    ...(comment.returns === undefined ? [] : [`- returns ${escaped(comment.returns)}`]),
    ...(comment.throws === undefined ? [] : [`- throws ${escaped(comment.throws)}`]),
  ];
  return [escaped(comment.text), lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

function table(properties: readonly Signature[]): string {
  const rows = properties.map(({ name, text, comment }) => {
    const optional = /^(?:readonly )?\w+\?:/.test(text) ? '?' : '';
    const type = text.replace(/^(?:readonly )?\w+\??: /, '').replace(/;$/, '');
    return `| \`${name}${optional}\` | \`${type.replaceAll('|', '\\|')}\` | ${escaped(comment?.text ?? '')
      .replaceAll('\n\n', ' ')
      .replaceAll('|', '\\|')} |`;
  });
  return ['| property | type | |', '| --- | --- | --- |', ...rows].join('\n');
}

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``;

/** Escapes opening angle brackets, square brackets and stars outside of code, which Markdown would take for markup. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*[\]]/g, String.raw`\$&`)))
    .join('');
}
