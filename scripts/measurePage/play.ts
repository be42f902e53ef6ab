import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Subject } from './target.js';
import { counted, openWatched, tasksText } from './watch.js';

const EVERY_MS = 60_000;
/** Part of the time after which caches are full, and what grows is lost. */
const WARM = 0.3;

/** Plays for so many minutes, from the start of the window and again from there, and tells the memory every minute. */
export async function play(
  browser: Browser,
  subject: Subject,
  minutes: number,
  say: (text: string) => void,
): Promise<void> {
  const page = await openWatched(browser, subject);
  const session = await page.context().newCDPSession(page);
  const memory = async (): Promise<{ heapMb: number; nodes: number }> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { heapMb: usedSize / 1e6, nodes };
  };
  const start = page.getByRole('button', { name: 'Play' });
  const heaps: number[] = [];
  await page.getByRole('slider', { name: 'Minute of the window' }).press('Home');
  for (const untilMs = Date.now() + 60_000 * minutes; Date.now() < untilMs;) {
    if (await start.isVisible()) {
      await page.getByRole('slider', { name: 'Minute of the window' }).press('Home');
      await start.click();
    }
    await sleep(Math.max(0, Math.min(EVERY_MS, untilMs - Date.now())));
    const { heapMb, nodes } = await memory();
    heaps.push(heapMb);
    const { pictures, tasks } = await counted(page);
    say(`${heaps.length} min: heap ${heapMb.toFixed(1)} MB, ${nodes} nodes, ${pictures} pictures, ${tasksText(tasks)}`);
  }
  const late = heaps.slice(Math.floor(WARM * heaps.length));
  const [first = Number.NaN, last = Number.NaN] = [late[0], late.at(-1)];
  say(`heap after ${minutes} min of play: ${last.toFixed(1)} MB, ${(last - first).toFixed(1)} MB more than when warm`);
  await page.context().close();
}
