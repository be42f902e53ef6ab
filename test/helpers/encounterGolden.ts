import type { MeanElements } from '../../src/core/elements.js';
import { type Encounter, findEncounters, openEncounters, openRange } from '../../src/core/encounters.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { findPasses, type Pass } from '../../src/core/passes.js';
import type { Place } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import type { WindowRecord } from '../../src/core/records/windowRecord.js';
import { type ElementsRow, elementsOf } from './elements.js';
import { block, placeWindow } from './memory.js';
import { type Comparison, newComparison, note } from './passGolden.js';

/** Bytes of memory for a few thousand passes or encounters. */
const ROOM_BYTES = 400_000;
const MOST_OTHERS = 1000;

export interface Sky {
  /** Satellites, the tracked one first. */
  satellites: readonly { elements: MeanElements; minElevationDeg: number }[];
  place: Place;
  maxSeparationDeg: number;
}

/**
 * Returns a function that writes a window of some satellites, and finds in each pass of the first one its encounters
 * with the others.
 */
export function encounterFinder(
  core: OwnedCore,
  startUs: number,
  epochCount: number,
  prepare: (window: WindowRecord) => void = () => undefined,
) {
  const { layout } = core;
  const slot = block(core, layout.SLOT_TEXT);
  const room = { pointer: block(core, ROOM_BYTES), bytes: ROOM_BYTES };
  const others = block(core, 4 * MOST_OTHERS);
  writeSlot(core, slot);

  return ({ satellites, place, maxSeparationDeg }: Sky): { pass: Pass; encounters: Encounter[] }[] => {
    const window = placeWindow(core, { startUs, epochCount, satellites });
    prepare(window);
    const indexes = [...window.indexOf];
    const [tracked = -1] = indexes;
    const asked = { window: window.pointer, satellite: tracked, place };
    const passes = findPasses(core, { ...asked, from: 0, to: epochCount }, slot, room);
    const candidates = indexes.slice(1).sort((a, b) => a - b);
    new Uint32Array(core.memory.buffer, others, candidates.length).set(candidates);
    const query = { ...asked, maxSeparationDeg, others, first: 0 };
    const found = (passes ?? []).map((pass, i, all) => {
      const encounters: Encounter[] = [];
      const range = i % layout.MOST_RANGES;
      if (range === 0) {
        const some = all.slice(i, i + layout.MOST_RANGES);
        const ranges = Float64Array.from(some.flatMap(({ aosUs, losUs }) => [aosUs, losUs]));
        openEncounters(core, { ...query, ranges }, room);
      }
      openRange(core, room.pointer, range);
      findEncounters(core, room.pointer, candidates.length, slot, (it) => {
        encounters.push({ ...it, satellite: indexes.indexOf(it.satellite) });
      });
      return { pass, encounters: encounters.sort((a, b) => a.satellite - b.satellite || a.entersUs - b.entersUs) };
    });
    window.free();
    return found;
  };
}

/** Questions as scripts/goldens/encounters.py takes them. */
export interface EncounterQuestions {
  start: string;
  satellites: ElementsRow[];
  questions: {
    site: { lat: number; lon: number; elevation: number };
    tracked: number;
    others: number[];
    fromMinute: number;
    toMinute: number;
    maxSeparation: number;
  }[];
}

type Row = [question: number, other: number, enters: number, leaves: number, at: number, separationDeg: number];

/** Answers as scripts/goldens/encounters.py writes them; times are in seconds from the start. */
export interface EncounterAnswers {
  encounters: Row[];
}

/**
 * Seconds from which both programs must find an encounter; the reference looks every tenth of a second, and may miss
 * short ones, too.
 */
const SHORTEST_S = 0.5;

/** Compares our encounters with those of the reference program, for each question. */
export function compareEncounters(
  core: OwnedCore,
  { start, satellites, questions }: EncounterQuestions,
  answers: EncounterAnswers,
): Comparison {
  const startUs = Date.parse(start) * 1000;
  const result = newComparison();
  const toSatellite = (row: ElementsRow) => ({
    elements: elementsOf(row),
    minElevationDeg: row.minElevation,
  });
  questions.forEach(({ site, tracked, others, fromMinute, toMinute, maxSeparation }, q) => {
    const find = encounterFinder(core, startUs + 60e6 * fromMinute, toMinute - fromMinute);
    const asked = [tracked, ...others].map((i) => satellites[i] as ElementsRow);
    const place = { latDeg: site.lat, lonDeg: site.lon, heightKm: site.elevation / 1000 };
    const found = find({ satellites: asked.map(toSatellite), place, maxSeparationDeg: maxSeparation });
    const theirs = answers.encounters.filter((row) => row[0] === q);
    const seconds = (us: number): number => (us - startUs) / 1e6;
    for (const { encounters } of found) {
      for (const it of encounters) {
        const [enters, leaves] = [seconds(it.entersUs), seconds(it.leavesUs)];
        const other = others[it.satellite - 1] ?? -1;
        const where = `question ${q}, ${asked[0]?.name} and ${satellites[other]?.name} at ${enters.toFixed(1)} s`;
        const match = theirs.findIndex((row) => row[1] === other && row[2] < leaves + 0.1 && row[3] > enters - 0.1);
        if (match === -1) {
          if (leaves - enters > SHORTEST_S) result.invented.push(`${where}, ${(leaves - enters).toFixed(2)} s`);
          continue;
        }
        const [row] = theirs.splice(match, 1) as [Row];
        result.compared++;
        note(result.angleDeg, Math.abs(row[5] - it.closestDeg), where);
        note(result.edgeSeconds, Math.max(Math.abs(row[2] - enters), Math.abs(row[3] - leaves)), where);
      }
    }
    for (const row of theirs) {
      if (row[3] - row[2] <= SHORTEST_S) continue;
      result.missed.push(
        `question ${q}, ${satellites[row[1]]?.name} from ${row[2]} to ${row[3]} s, ${row[5]} degrees of ${maxSeparation}`,
      );
    }
  });
  return result;
}
