/**
 * Position at which a text stops being JSON: line and column from 1, in characters; what was found there and what was
 * expected.
 */
export interface JsonFault {
  line: number;
  column: number;
  found: string;
  expected: string;
}

const BLANKS = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** String without its closing quote; its characters are all from U+0020 on but " and \. */
const STRING_START = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\u{10ffff}]*)*/uy;
/** Character that must not follow a number, true, false or null directly: it would make a longer word. */
const WORD = /[\w.+-]/;

type State = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'end of element';

/**
 * Finds the first fault in a text that is not JSON (RFC 8259); undefined for JSON. Node 20's JSON.parse reports the
 * position of only some faults. The fault repeats at most one character of the text.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let state: State = 'value';
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const fault = (expected: string): JsonFault => {
    const before = text.slice(0, at).split(/\r\n|\n|\r/);
    const column = Array.from(before.at(-1) ?? '').length + 1;
    return { line: before.length, column, found: foundAt(text, at), expected };
  };

  for (;;) {
    skip(BLANKS);
    const next = text[at];
    const isName: boolean = state === 'name' || state === 'name or }';
    if (state === 'end of element') {
      const inside = open.at(-1);
      if (inside === undefined) return at === text.length ? undefined : fault('the end of the body');
      const closing = inside === '{' ? '}' : ']';
      if (next !== ',' && next !== closing) return fault(`a comma or ${closing}`);
      at += 1;
      if (next === closing) open.pop();
      else state = inside === '{' ? 'name' : 'value';
    } else if (state === 'colon') {
      if (next !== ':') return fault('a colon after the name');
      at += 1;
      state = 'value';
    } else if ((next === '}' && state === 'name or }') || (next === ']' && state === 'value or ]')) {
      at += 1;
      open.pop();
      state = 'end of element';
    } else if (next === '"') {
      skip(STRING_START);
      if (text[at] === '\\') return fault('an escape that JSON knows, such as \\n or \\u00e9');
      if (text[at] !== '"') return fault('the closing " of a text');
      at += 1;
      state = isName ? 'colon' : 'end of element';
    } else if (isName) {
      return fault(state === 'name' ? 'a name in double quotes' : 'a name in double quotes or }');
    } else if (next === '{' || next === '[') {
      at += 1;
      open.push(next);
      state = next === '{' ? 'name or }' : 'value or ]';
    } else {
      const from = at;
      if (!skip(SCALAR) || WORD.test(text[at] ?? '')) {
        at = from;
        return fault('a value: a text in double quotes, a number, true, false, null, { or [');
      }
      state = 'end of element';
    }
  }
}

function foundAt(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (at >= text.length) return 'the end of the body';
  if (character === '\n' || character === '\r') return 'the end of the line';
  if (character === '\ufeff') return 'a byte order mark';
  return JSON.stringify(character);
}
