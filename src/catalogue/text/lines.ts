export interface TextLine {
  /** Number of the line in the file, from 1. */
  line: number;
  text: string;
}

/** Splits a text into its lines that hold more than blanks; the others take no memory. */
export function* linesOf(text: string): Generator<TextLine> {
  let line = 0;
  for (let from = 0; from <= text.length;) {
    line++;
    let end = from;
    let isBlank = true;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
      isBlank &&= code === BLANK || code === TAB;
    }
    if (!isBlank) {
      const content = text.slice(from, end);
      if (content.trim() !== '') yield { line, text: content };
    }
    const isPair = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED;
    from = end + (isPair ? 2 : 1);
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const TAB = 9;
