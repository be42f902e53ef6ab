import { riskLevelOf } from '../../../src/http/routes/interference.js';
import { formatTime } from '../../../src/http/schemas/instant.js';
import { EPOCH_MS } from '../../../src/spec.js';

/** Intensities, minute by minute. */
export interface Intensities {
  startMs: number;
  values: Uint16Array;
}

/** One minute of an answer. */
export interface Entry {
  timestamp: string;
  intensity: number;
  risk_level: string;
}

export function entryOf(timeMs: number, intensity: number): Entry {
  return { timestamp: formatTime(timeMs), intensity, risk_level: riskLevelOf(intensity) };
}

/** Entries as an application makes them that knows nothing of their text. */
export function entriesOf({ startMs, values }: Intensities): Entry[] {
  return Array.from(values, (intensity, epoch) => entryOf(startMs + epoch * EPOCH_MS, intensity));
}
