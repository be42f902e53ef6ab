import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { DAY_MS } from '../../src/spec.js';

const EVERY = 60;
const KEPT = /^(ISS \(ZARYA\)|NAVSTAR|GPS B|CSS \(TIANHE\)|ASTRA [13])/;
const US_PER_HOUR = 3_600e6;

/**
 * Makes element sets of a small catalogue, one of each satellite for each day from `days` days before `today` on, at
 * hours that differ by satellite. Low satellites have another orbit in each set, so that an answer from a wrong set is
 * noticed; geostationary ones keep their slots.
 */
export function historyOf(today: Date, days: number): Elset[] {
  const starts = Array.from({ length: days + 1 }, (_unused, k) => 1000 * (today.getTime() - k * DAY_MS));
  return starts.flatMap((startUs) =>
    bundledCatalogue(startUs)
      .filter(({ name }, i) => i % EVERY === 0 || KEPT.test(name))
      .map((elset) => laterBy(elset, 1 + 3 * (elset.noradNumber % 7))),
  );
}

/** Dates an element set some hours later. Only a satellite of one revolution a day moves on along the same orbit. */
function laterBy(elset: Elset, hours: number): Elset {
  const { epochUs, meanAnomalyDeg, meanMotionRevPerDay } = elset;
  const movedDeg = Math.round(meanMotionRevPerDay) === 1 ? 15 * hours * meanMotionRevPerDay : 0;
  return { ...elset, epochUs: epochUs + hours * US_PER_HOUR, meanAnomalyDeg: (meanAnomalyDeg + movedDeg) % 360 };
}

/** Slow twin: chooses each satellite's element set nearest to a time; ascending by catalogue number. */
export function nearestTo(elsets: readonly Elset[], time: Date): Elset[] {
  const distance = ({ epochUs }: Elset): number => Math.abs(epochUs - 1000 * time.getTime());
  const numbers = [...new Set(elsets.map(({ noradNumber }) => noradNumber))].sort((a, b) => a - b);
  return numbers.flatMap((norad) => {
    const own = elsets.filter(({ noradNumber }) => noradNumber === norad).sort((a, b) => distance(a) - distance(b));
    return own.slice(0, 1);
  });
}
