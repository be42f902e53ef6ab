type Field = string | number | boolean | undefined;

/** Beginnings by which spreadsheets take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function fieldText(field: Field): string {
  if (field === undefined) return '';
  if (typeof field !== 'string') return String(field);
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text of a table as RFC 4180 has it, the names of its columns first; undefined is an empty field. */
export function csvText(head: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [head, ...rows].map((row) => `${row.map(fieldText).join(',')}\r\n`).join('');
}

/** Name of a file made of words: `sidelobe-iss-zarya-berlin-passes.csv`. */
export function fileName(words: readonly string[], ending: string): string {
  const plain = ['sidelobe', ...words].join('-').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const slug = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}.]+/gu, '-');
  return `${slug.replaceAll(/^-+|-+$/g, '').slice(0, 100)}.${ending}`;
}
