import type { MeanElements } from '../../src/core/elements.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { findPasses, type Pass } from '../../src/core/passes.js';
import type { HorizonMask } from '../../src/core/horizonMask.js';
import type { Place } from '../../src/core/records/seriesRecord.js';
import { WHEREVER } from '../../src/core/records/station.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { type ElementsRow, elementsOf } from './elements.js';
import { block, placeWindow } from './memory.js';
import { lookAround } from '../../src/core/looks.js';

const MOST_PASSES = 20_000;

/** Returns a function that writes a window of one satellite and finds the satellite's passes. */
export function passFinder(core: OwnedCore, startUs: number, epochCount: number) {
  const { layout } = core;
  const bytes = layout.PASS_QUERY_PASSES + MOST_PASSES * layout.PASS_BYTES;
  const slot = block(core, layout.SLOT_TEXT);
  const room = { pointer: block(core, bytes), bytes };
  writeSlot(core, slot);

  return (
    satellite: { elements: MeanElements; minElevationDeg: number },
    place: Place,
    [from, to]: readonly [number, number] = [0, epochCount],
  ): Pass[] => {
    const window = placeWindow(core, { startUs, epochCount, satellites: [satellite] });
    const passes = findPasses(core, { window: window.pointer, satellite: 0, place, from, to }, slot, room);
    window.free();
    if (passes === undefined) throw new Error('cancelled');
    return passes;
  };
}

/** Questions as scripts/goldens/passes.py takes them or, with masks, scripts/goldens/horizonMasks.py. */
export interface PassQuestions {
  start: string;
  minutes: number;
  sites: { lat: number; lon: number; elevation: number; mask?: HorizonMask }[];
  satellites: ElementsRow[];
}

type Row = [satellite: number, site: number, aos: number, los: number, top: number, elevationDeg: number];

/** Answers as the programs for `PassQuestions` write them; times are in seconds from the start. */
export interface PassAnswers {
  passes: Row[];
}

/** Largest difference, and where it is. */
export interface Worst {
  worst: number;
  where: string;
}

/** Records a difference in `worst` if it is larger than the one there. */
export function note(worst: Worst, value: number, where: string): void {
  if (value > worst.worst) Object.assign(worst, { worst: value, where });
}

/** How stretches of time, passes or encounters, that we find differ from those of a reference program. */
export interface Comparison {
  compared: number;
  /** Largest difference of a begin or an end, in seconds. */
  edgeSeconds: Worst;
  /** Largest difference of a pass's highest elevation, or of an encounter's smallest separation. */
  angleDeg: Worst;
  missed: string[];
  invented: string[];
}

export function newComparison(): Comparison {
  const none = (): Worst => ({ worst: 0, where: '' });
  return { compared: 0, edgeSeconds: none(), angleDeg: none(), missed: [], invented: [] };
}

/** Degrees: only one of the two programs may find a pass that rises by less above its minimum elevation. */
const TIE_DEG = 0.05;

/** Seconds: only one of the two programs may find a shorter pass over a horizon mask. */
const BRIEF_S = 0.5;

/** Compares our passes with those of the reference program, for each pair of satellite and site. */
export function comparePasses(
  find: ReturnType<typeof passFinder>,
  questions: PassQuestions,
  answers: PassAnswers,
): Comparison {
  const startUs = Date.parse(questions.start) * 1000;
  const result = newComparison();
  questions.satellites.forEach((satellite, s) => {
    questions.sites.forEach((site, p) => {
      const minElevationDeg = satellite.minElevation;
      const elements = elementsOf(satellite);
      const onSite = { latDeg: site.lat, lonDeg: site.lon, heightKm: site.elevation / 1000 };
      const place = site.mask === undefined ? onSite : { ...onSite, horizonMask: site.mask };
      const isDoubtful = (seconds: number, highestDeg: number): boolean =>
        site.mask === undefined ? highestDeg < minElevationDeg + TIE_DEG : seconds < BRIEF_S;
      const ours = find({ elements, minElevationDeg }, place);
      const theirs = answers.passes.filter((row) => row[0] === s && row[1] === p);
      for (const pass of ours) {
        const aos = (pass.aosUs - startUs) / 1e6;
        const los = (pass.losUs - startUs) / 1e6;
        const where = `${satellite.name} over site ${p} at ${aos.toFixed(1)} s`;
        const match = theirs.findIndex((row) => row[2] < los && row[3] > aos);
        if (match === -1) {
          if (!isDoubtful(los - aos, pass.maxElevationDeg)) result.invented.push(where);
          continue;
        }
        const [row] = theirs.splice(match, 1) as [Row];
        result.compared++;
        note(result.angleDeg, Math.abs(row[5] - pass.maxElevationDeg), where);
        // If a pass is that low or short, small differences in elevation move its begin and end far.
        if (isDoubtful(los - aos, pass.maxElevationDeg)) continue;
        note(result.edgeSeconds, Math.max(Math.abs(row[2] - aos), Math.abs(row[3] - los)), where);
      }
      for (const row of theirs) {
        if (!isDoubtful(row[3] - row[2], row[5])) {
          result.missed.push(`${satellite.name} over site ${p} at ${row[2]} s, ${row[5]} degrees`);
        }
      }
    });
  });
  return result;
}

/** Looks as scripts/goldens/looks.py writes them. */
export interface LookGolden {
  start: string;
  satellites: ElementsRow[];
  looks: [
    satellite: number,
    latDeg: number,
    lonDeg: number,
    heightM: number,
    seconds: number,
    azimuthDeg: number,
    elevationDeg: number,
    rangeKm: number,
    other: number,
    separationDeg: number,
  ][];
}

export interface LookComparison {
  compared: number;
  /** Largest differences; that of azimuths is taken times the cosine of the elevation, as an angle on the sky. */
  azimuthDeg: number;
  elevationDeg: number;
  rangeKm: number;
  separationDeg: number;
}

const WEEK = 10_080;
/** Finds the largest differences of our looks from the reference's. */
export function compareLooks(core: OwnedCore, { start, satellites, looks }: LookGolden): LookComparison {
  const startUs = Date.parse(start) * 1000;
  const plan = satellites.map((row) => ({ elements: elementsOf(row), minElevationDeg: 0 }));
  const window = placeWindow(core, { startUs, epochCount: WEEK, satellites: plan });
  const other = block(core, 64);
  const bytes = core.layout.LOOK_QUERY_LOOKS + 2 * core.layout.LOOK_BYTES;
  const pointer = block(core, bytes);
  const worst = { compared: 0, azimuthDeg: 0, elevationDeg: 0, rangeKm: 0, separationDeg: 0 };
  for (const [satellite, latDeg, lonDeg, heightM, seconds, azimuth, elevation, range, second, separation] of looks) {
    core.view.setUint32(other, window.indexOf[second] as number, true);
    const query = {
      window: window.pointer,
      satellite: window.indexOf[satellite] as number,
      place: { latDeg, lonDeg, heightKm: heightM / 1000 },
      tUs: startUs + 1e6 * seconds,
      others: other,
      otherCount: 1,
      minElevations: WHEREVER,
    };
    const found = lookAround(core, query, { pointer, bytes });
    const [beside] = found?.others ?? [];
    if (found === undefined || beside === undefined) throw new Error(`no look at ${satellites[satellite]?.name}`);
    const turned = Math.abs(((found.tracked.azimuthDeg - azimuth + 540) % 360) - 180);
    const noteLook = (key: keyof LookComparison, value: number): void =>
      void (worst[key] = Math.max(worst[key], value));
    noteLook('azimuthDeg', turned * Math.cos((elevation * Math.PI) / 180));
    noteLook('elevationDeg', Math.abs(found.tracked.elevationDeg - elevation));
    noteLook('rangeKm', Math.abs(found.tracked.rangeKm - range));
    noteLook('separationDeg', Math.abs(beside.separationDeg - separation));
    worst.compared++;
  }
  window.free();
  return worst;
}
