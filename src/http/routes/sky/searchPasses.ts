import { type EncounterErrors, encounterErrors } from '../../../compute/sky/errors.js';
import { checkHeld, partUs } from '../../../compute/days.js';
import type { AnalysisWindow } from '../../../compute/query.js';
import { createSkyJoiner, type JoinedPass } from '../../../compute/sky/joinSky.js';
import type { SkyPass } from '../../../compute/sky/skyAnalysis.js';
import type { Asker } from '../../../fairness/asker.js';
import { ServiceError } from '../../response/serviceError.js';
import type { EpochRange } from '../subject.js';
import {
  type AskedOthers,
  type Beam,
  beamOf,
  type EncounterParts,
  minElevationDegOf,
  nearDegOf,
  type Receiver,
  skyQuestion,
  type SkyQuestion,
  stationPlace,
} from './question.js';

/** A question about the passes over a station, and who comes into the beam in each. */
export interface PassesAsked extends AskedOthers, EpochRange {
  window: AnalysisWindow;
  norad: number;
  station: Receiver;
  max_separation_deg?: number | undefined;
}

/** A search of one window: the question, beam and errors by which an answer describes its encounters. */
export interface Searched {
  question: SkyQuestion;
  beam: Beam;
  errors: EncounterErrors;
}

/** Passes over a station, and the search that found them. */
interface Found extends Searched {
  passes: FoundPass[];
  /** Finds the window that holds a satellite of the answer. */
  windowOf: (norad: number) => AnalysisWindow;
}

export type Met = SkyPass['encounters'] extends Iterable<infer One> ? One : never;

/** Encounter; `of` is the search of its day, if a range of days is asked about. */
export type Encounter = Met & { of?: Searched };

export type FoundPass = Omit<SkyPass, 'encounters' | 'near'> & {
  encounters: Iterable<Encounter> & { readonly length: number };
  near: Iterable<Met & { of?: Pick<Searched, 'errors'> }>;
};

async function search(parts: EncounterParts, asked: PassesAsked, asker: Asker): Promise<Found> {
  const { window, norad, station, fromEpoch, toEpoch } = asked;
  const question = skyQuestion(parts.analysis, { window, norad }, asked, 'overlap');
  const { others } = question;
  const beam = beamOf(asked.max_separation_deg, station, others);
  const { maxSeparationDeg } = beam;
  const place = stationPlace(station);
  const sky = { window, norad, place, minElevationDeg: minElevationDegOf(window, station), others: others.satellites };
  const passes = await parts.analysis.encounters(
    { ...sky, maxSeparationDeg, nearDeg: nearDegOf(maxSeparationDeg), fromEpoch, toEpoch },
    asker,
  );
  const errors = encounterErrors(window, parts.errorLaws.current(), norad);
  return { question, beam, errors, passes, windowOf: () => window };
}

/** Most encounters of a range of days: they are kept as objects, unlike the packed ones of a single window. */
const MOST_OF_DAYS = 200_000;

/** Error of a range with too many encounters; `found` tells how many there are, `most` how many there may be. */
export function tooManyEncounters(found: string, most: string): ServiceError {
  return new ServiceError(
    'INVALID_PARAMETER',
    `${found}, and ${most}: end_time must be nearer to start_time, or max_separation_deg smaller`,
    { end_time: `must be nearer to start_time: ${most}`, max_separation_deg: `must be smaller: ${most}` },
  );
}

/** Searches day after day, and joins the passes that midnight cuts; question, beam and errors are the first day's. */
async function searchDays(parts: EncounterParts, asked: PassesAsked, asker: Asker): Promise<Found> {
  const joiner = createSkyJoiner<Encounter>();
  const passes: FoundPass[] = [];
  const holders = new Map<number, AnalysisWindow>();
  let first: Found | undefined;
  let met = 0;
  for await (const part of parts.analysis.parts(asked)) {
    checkHeld(part, asked.norad);
    const found = await search(parts, { ...asked, ...part }, asker);
    first ??= found;
    met += found.passes.reduce((sum, { encounters }) => sum + encounters.length, 0);
    if (met > MOST_OF_DAYS) {
      throw tooManyEncounters(`this range has ${met} encounters or more`, `at most ${MOST_OF_DAYS} are told of days`);
    }
    for (const other of found.passes.flatMap(({ colocated }) => colocated)) holders.set(other, part.window);
    passes.push(...joiner.add(found.passes.map(ofDay(found)), ...partUs(part)));
  }
  if (first === undefined) throw new Error('a range of days has no day');
  const windowOf = (other: number): AnalysisWindow => holders.get(other) ?? asked.window;
  return { ...first, passes: [...passes, ...joiner.end()], windowOf };
}

/** Returns a function that copies a pass and adds the search of its day to each of its encounters. */
const ofDay =
  (of: Searched) =>
  (pass: FoundPass): JoinedPass<Encounter> => ({
    ...pass,
    encounters: Array.from(pass.encounters, (it) => ({ ...it, of })),
    near: Array.from(pass.near, (it) => ({ ...it, of })),
  });

/** Finds passes over a station, and the encounters in each. Throws INVALID_PARAMETER if several days have too many. */
export function searchPasses(parts: EncounterParts, asked: PassesAsked, asker: Asker): Promise<Found> {
  return asked.window.days === undefined ? search(parts, asked, asker) : searchDays(parts, asked, asker);
}
