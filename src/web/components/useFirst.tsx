import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

const STEP = 50;

/**
 * First of many rows, and a button for more: rendering hundreds at once makes a page slow, and nobody reads them.
 *
 * @param least number of rows that are always shown
 */
export function useFirst<T>(rows: readonly T[], least = 0): { first: readonly T[]; more: VNode | undefined } {
  const [asked, setMost] = useState(STEP);
  const most = Math.max(asked, least);
  const left = rows.length - most;
  const more =
    left > 0 ? (
      <div class="actions">
        <span class="hint">
          {most} of {rows.length}
        </span>
        <button type="button" onClick={() => setMost(most + STEP)}>
          Show {Math.min(STEP, left)} more
        </button>
        <button type="button" onClick={() => setMost(Infinity)}>
          Show all
        </button>
      </div>
    ) : undefined;
  return { first: rows.slice(0, most), more };
}
