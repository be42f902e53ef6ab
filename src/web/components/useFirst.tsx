import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

const STEP = 50;

/** The first of many rows, and what to press for more of them: hundreds at once make a page slow, and are read by nobody. */
export function useFirst<T>(rows: readonly T[]): { first: readonly T[]; more: VNode | undefined } {
  const [most, setMost] = useState(STEP);
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
