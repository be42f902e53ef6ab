/** Element of an XML document. */
export interface XmlElement {
  /** Name without its prefix. */
  name: string;
  /** Text that stands in it itself, references resolved; without blank stretches. */
  text: string;
  children: XmlElement[];
}

/** Entities that XML itself defines (XML 1.0, 4.6); those that a document defines are never expanded. */
const PREDEFINED: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }),
);
const REFERENCE = /&(?:([\p{L}_][\p{L}\p{N}_:.-]*)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const OPENING = /<([\p{L}_:][\p{L}\p{N}_:.-]*)(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/uy;
const CLOSING = /<\/([^\s<>]+)\s*>/y;
const IN_DOCTYPE = /"[^"]*"|'[^']*'|<!--[^]*?-->|[<>]/g;

/**
 * Reads XML 1.0 (well-formedness, but for characters and attributes, which no reader of elements needs): the document, whose
 * child is its root element. Error that names the line and what is wrong there.
 */
export function readXml(text: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open: { tag: string; element: XmlElement }[] = [{ tag: '', element: document }];
  let at = 0;

  const fail = (index: number, message: string): never => {
    throw new Error(`line ${text.slice(0, index).split('\n').length}: ${message}`);
  };
  const pastEnd = (start: number, end: string, what: string): number => {
    const found = text.indexOf(end, start);
    return found === -1 ? fail(start, `${what} does not end`) : found + end.length;
  };
  const innermost = (): XmlElement => open.at(-1)?.element ?? document;
  const addText = (start: number, piece: string): void => {
    if (piece.trim() === '') return;
    if (open.length === 1) fail(start, `text outside of the root element: ${piece.trim().slice(0, 20)}`);
    innermost().text += piece;
  };
  const readMarkup = (start: number): number => {
    if (text.startsWith('<!--', start)) return pastEnd(start, '-->', 'a comment');
    if (text.startsWith('<?', start)) return pastEnd(start, '?>', 'an instruction');
    if (text.startsWith('<!DOCTYPE', start)) return pastDoctype(text, start) ?? fail(start, 'the DOCTYPE does not end');
    if (text.startsWith('<![CDATA[', start)) {
      const end = pastEnd(start, ']]>', 'a CDATA section');
      addText(start, text.slice(start + '<![CDATA['.length, end - ']]>'.length));
      return end;
    }
    const closing = matchAt(CLOSING, text, start);
    if (closing) {
      const tag = open.length > 1 ? open.pop()?.tag : undefined;
      if (closing[1] !== tag) fail(start, `</${closing[1]}> closes ${tag === undefined ? 'nothing' : `<${tag}>`}`);
      return start + closing[0].length;
    }
    const opening = matchAt(OPENING, text, start);
    if (!opening) return fail(start, `no tag: ${text.slice(start, start + 20)}`);
    const [whole, tag = '', slash] = opening;
    if (open.length === 1 && document.children.length > 0) fail(start, `<${tag}> is a second root element`);
    const element: XmlElement = { name: tag.slice(tag.indexOf(':') + 1), text: '', children: [] };
    innermost().children.push(element);
    if (slash === '') open.push({ tag, element });
    return start + whole.length;
  };

  while (at < text.length) {
    const start = text.indexOf('<', at);
    const end = start === -1 ? text.length : start;
    addText(at, resolved(text.slice(at, end)) ?? fail(at, "a '&' that begins no reference, such as &amp;"));
    at = start === -1 ? end : readMarkup(start);
  }
  const unclosed = open.at(-1)?.tag;
  if (unclosed !== '') fail(text.length, `<${unclosed}> is not closed`);
  return document;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Index behind a DOCTYPE: what it declares stands in angle brackets too, and quotes hold anything. */
function pastDoctype(text: string, start: number): number | undefined {
  let depth = 0;
  IN_DOCTYPE.lastIndex = start;
  for (let match = IN_DOCTYPE.exec(text); match !== null; match = IN_DOCTYPE.exec(text)) {
    if (match[0] === '<') depth++;
    if (match[0] === '>' && --depth === 0) return IN_DOCTYPE.lastIndex;
  }
  return undefined;
}

/** Text with its references resolved; undefined where one is none. */
function resolved(text: string): string | undefined {
  if (!text.includes('&')) return text;
  if (text.replaceAll(REFERENCE, '').includes('&')) return undefined;
  return text.replaceAll(REFERENCE, (reference, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return PREDEFINED.get(name) ?? reference;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : reference;
  });
}
