import { print } from './context.js';

/** Prints rows under the names of their fields, as RFC 4180 has it but for the ends of lines. */
export function printCsv(rows: readonly Readonly<Record<string, string | number | boolean | null>>[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  print(names.join(','));
  for (const row of rows) print(names.map((name) => fieldOf(row[name] ?? '')).join(','));
}

function fieldOf(value: string | number | boolean): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
