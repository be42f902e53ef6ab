import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

interface AskOptions {
  /** Whether the terminal shows what is typed; default true. */
  isShown?: boolean;
}

/** Asks for one line at the terminal; undefined where whoever is asked leaves it. */
export async function ask(question: string, { isShown = true }: AskOptions = {}): Promise<string | undefined> {
  // Left to itself the terminal shows what is typed; as `terminal`, readline would, and writes it nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: !isShown });
  // From here on nothing is shown that should not be, also of what is typed at once.
  process.stderr.write(question);
  const left = new AbortController();
  lines.once('SIGINT', () => left.abort()).once('close', () => left.abort());
  try {
    return await lines.question('', { signal: left.signal });
  } catch {
    return undefined;
  } finally {
    lines.close();
    if (!isShown) process.stderr.write('\n');
  }
}
