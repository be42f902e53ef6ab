import type { OwnedCore } from '../../src/core/instance.js';
import { type ElementsRow, elementsOf } from './elementsRow.js';
import { encounterFinder } from './encounters.js';

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

/** Answers as scripts/goldens/encounters.py writes them: seconds from the start. */
export interface EncounterAnswers {
  encounters: Row[];
}

interface Worst {
  worst: number;
  where: string;
}

export interface EncounterComparison {
  compared: number;
  /** Largest difference of a begin or an end, in seconds. */
  edgeSeconds: Worst;
  closestDeg: Worst;
  missed: string[];
  invented: string[];
}

/** Shorter encounters may be missed; among steps of a tenth of a second too. */
const SHORTEST_S = 0.5;

/** Puts our encounters beside the reference's, question by question. */
export function compareEncounters(
  core: OwnedCore,
  { start, satellites, questions }: EncounterQuestions,
  answers: EncounterAnswers,
): EncounterComparison {
  const startUs = Date.parse(start) * 1000;
  const result: EncounterComparison = {
    compared: 0,
    edgeSeconds: { worst: 0, where: '' },
    closestDeg: { worst: 0, where: '' },
    missed: [],
    invented: [],
  };
  const note = (worst: Worst, value: number, where: string): void => {
    if (value > worst.worst) Object.assign(worst, { worst: value, where });
  };
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
        note(result.closestDeg, Math.abs(row[5] - it.closestDeg), where);
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
