import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { DAY_MS } from '../../src/spec.js';

const EVERY = 60;
const KEPT = /^(ISS \(ZARYA\)|NAVSTAR|GPS B|CSS \(TIANHE\))/;
const US_PER_HOUR = 3_600e6;

/**
 * Makes element sets of a small catalogue, one of each satellite and day from `days` before a day on, at hours that
 * differ by satellite. Those of one satellite are of different orbits, so that no answer is of a wrong set unnoticed.
 */
export function historyOf(today: Date, days: number): Elset[] {
  return Array.from({ length: days + 1 }, (_unused, k) =>
    bundledCatalogue(1000 * (today.getTime() - k * DAY_MS)),
  ).flatMap((catalogue) =>
    catalogue
      .filter(({ name }, i) => i % EVERY === 0 || KEPT.test(name))
      .map((elset) => ({ ...elset, epochUs: elset.epochUs + (1 + 3 * (elset.noradNumber % 7)) * US_PER_HOUR })),
  );
}

/** Chooses of each satellite the element set nearest to a time, the slow way; ascending by catalogue number. */
export function nearestTo(elsets: readonly Elset[], time: Date): Elset[] {
  const distance = ({ epochUs }: Elset): number => Math.abs(epochUs - 1000 * time.getTime());
  const numbers = [...new Set(elsets.map(({ noradNumber }) => noradNumber))].sort((a, b) => a - b);
  return numbers.flatMap((norad) => {
    const own = elsets.filter(({ noradNumber }) => noradNumber === norad).sort((a, b) => distance(a) - distance(b));
    return own.slice(0, 1);
  });
}
