import { PageError } from '../data/client.js';

/**
 * Longest time in ms for which lines are handled before the page may render. Lines of a cached answer come all at once
 * and would block it.
 */
const TURN_MS = 12;

/**
 * Calls `onLine` for each line of an answer as it comes.
 *
 * @param what plural name of the lines' content, for the error
 * @throws PageError where the answer breaks off, which is how the server reports a failure midway
 */
export async function eachLine(
  response: Response,
  what: string,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  let fromMs = performance.now();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        onLine(line);
        if (performance.now() - fromMs < TURN_MS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        fromMs = performance.now();
        if (signal.aborted) return;
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageError(0, 'INTERRUPTED', `the answer broke off; the ${what} that came are shown`);
  }
}
