import type { IncomingMessage } from 'node:http';

/** Values of all lines of a header, `name` in lower case, where Node's own collection keeps the first or joins them. */
export function headerLines({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}
