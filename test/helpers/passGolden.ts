import { type ElementsRow, elementsOf } from './elementsRow.js';
import type { passFinder } from './passes.js';

/** Questions as scripts/goldens/passes.py takes them. */
export interface PassQuestions {
  start: string;
  minutes: number;
  sites: { lat: number; lon: number; elevation: number }[];
  satellites: ElementsRow[];
}

type Row = [satellite: number, site: number, aos: number, los: number, top: number, elevationDeg: number];

/** Answers as scripts/goldens/passes.py writes them: seconds from the start. */
export interface PassAnswers {
  passes: Row[];
}

interface Worst {
  worst: number;
  where: string;
}

export interface PassComparison {
  compared: number;
  /** Largest difference of aos or los, in seconds. */
  edgeSeconds: Worst;
  elevationDeg: Worst;
  missed: string[];
  invented: string[];
}

/** Passes that stay this close to the minimum elevation may be there or not. */
const TIE_DEG = 0.05;

/** Puts our passes beside the reference's, pair by pair of satellite and site. */
export function comparePasses(
  find: ReturnType<typeof passFinder>,
  questions: PassQuestions,
  answers: PassAnswers,
): PassComparison {
  const startUs = Date.parse(questions.start) * 1000;
  const result: PassComparison = {
    compared: 0,
    edgeSeconds: { worst: 0, where: '' },
    elevationDeg: { worst: 0, where: '' },
    missed: [],
    invented: [],
  };
  const note = (worst: Worst, value: number, where: string): void => {
    if (value > worst.worst) Object.assign(worst, { worst: value, where });
  };
  questions.satellites.forEach((satellite, s) => {
    questions.sites.forEach((site, p) => {
      const minElevationDeg = satellite.minElevation;
      const elements = elementsOf(satellite);
      const place = { latDeg: site.lat, lonDeg: site.lon, heightKm: site.elevation / 1000 };
      const ours = find({ elements, minElevationDeg }, place);
      const theirs = answers.passes.filter((row) => row[0] === s && row[1] === p);
      for (const pass of ours) {
        const aos = (pass.aosUs - startUs) / 1e6;
        const los = (pass.losUs - startUs) / 1e6;
        const where = `${satellite.name} over site ${p} at ${aos.toFixed(1)} s`;
        const match = theirs.findIndex((row) => row[2] < los && row[3] > aos);
        if (match === -1) {
          if (pass.maxElevationDeg > minElevationDeg + TIE_DEG) result.invented.push(where);
          continue;
        }
        const [row] = theirs.splice(match, 1) as [Row];
        result.compared++;
        note(result.elevationDeg, Math.abs(row[5] - pass.maxElevationDeg), where);
        // Near the threshold the smallest difference of heights moves the edges without end.
        if (pass.maxElevationDeg < minElevationDeg + TIE_DEG) continue;
        note(result.edgeSeconds, Math.max(Math.abs(row[2] - aos), Math.abs(row[3] - los)), where);
      }
      for (const row of theirs) {
        if (row[5] > minElevationDeg + TIE_DEG) {
          result.missed.push(`${satellite.name} over site ${p} at ${row[2]} s, ${row[5]} degrees`);
        }
      }
    });
  });
  return result;
}
