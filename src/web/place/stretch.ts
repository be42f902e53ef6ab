import { DAY_MS, EPOCH_MS } from '../../spec.js';
import { passAt } from '../sky/encounters.js';
import type { Zoom } from '../viewState.js';
import type { Pass } from './week.js';

/** Stretch of time, in milliseconds since 1970. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

interface Asked {
  /** Undefined: the pass, or the day where passes are longer. */
  zoom: Zoom | undefined;
  passes: readonly Pass[];
  timeMs: number;
  startMs: number;
  epochCount: number;
}

/** Time before and after a pass that is shown with it, as part of its length. */
const AROUND = 0.08;

/** Stretch that is looked at closely, and the pass that it is about, if any. */
export function closeUp({ zoom, passes, timeMs, startMs, epochCount }: Asked): {
  zoom: Zoom;
  stretch: Stretch;
  pass: Pass | undefined;
} {
  const endMs = startMs + epochCount * EPOCH_MS;
  const pass = passAt(passes, timeMs);
  const isShort = pass !== undefined && pass.losMs - pass.aosMs < DAY_MS;
  const shown = zoom ?? (isShort ? 'pass' : 'day');
  if (shown === 'pass' && pass) {
    const aroundMs = AROUND * (pass.losMs - pass.aosMs);
    const stretch = { fromMs: Math.max(startMs, pass.aosMs - aroundMs), toMs: Math.min(endMs, pass.losMs + aroundMs) };
    return { zoom: shown, stretch, pass };
  }
  if (shown === 'week') return { zoom: shown, stretch: { fromMs: startMs, toMs: endMs }, pass };
  const fromMs = startMs + Math.floor((timeMs - startMs) / DAY_MS) * DAY_MS;
  return { zoom: 'day', stretch: { fromMs, toMs: Math.min(endMs, fromMs + DAY_MS) }, pass };
}
