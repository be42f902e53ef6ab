import { LOOKED_AT, RANKED_PASSES } from '../../spec.js';
import { matchedQuery, type SkyQuestion, skyQuery } from '../data/question.js';
import { encountersQuery } from '../data/loadSky.js';

/** Call of the API as a script would make it. */
export interface ApiCall {
  title: string;
  /** Path below the base path. */
  path: string;
  query: Record<string, string | number | undefined>;
}

/** Text in single quotes for a shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Curl command of a call, for a shell in which TOKEN is set. */
export function curlOf({ path, query }: ApiCall, base: string): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const data = pairs.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [
    'curl -sS --fail-with-body --compressed --max-time 60 --get',
    shellQuoted(base + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...data,
  ].join(' \\\n  ');
}

interface PassAsked {
  question: SkyQuestion;
  /** Satellites and stations whose passes are listed; no stations: all active ones. */
  satelliteIds: readonly number[];
  stationIds: readonly number[];
  /** Beam that the user chose (undefined: none) and beam of the pass, in degrees. */
  beamDeg: number | undefined;
  withinDeg: number;
  /** Stretch of the pass that is shown. */
  fromMs: number;
  toMs: number;
  /** Shown instant. */
  timeMs: number;
}

/** API calls that return what the workspace shows of a pass. */
export function passCalls(asked: PassAsked): ApiCall[] {
  const { question, satelliteIds, stationIds, beamDeg, withinDeg, fromMs, toMs, timeMs } = asked;
  const above = skyQuery(question);
  const { tracked_satellite_id: _one, ...matched } = matchedQuery(question);
  const encounters = encountersQuery({ ...question, withinDeg, fromMs, toMs });
  const { start_time: start, end_time: end } = encounters;
  const isStation = question.stationId !== undefined;
  const list: ApiCall = {
    title: 'The passes that are clear for a while, the longest first',
    path: '/interference/clear_passes',
    query: {
      tracked_satellite_ids: satelliteIds.join(','),
      ground_station_ids: stationIds.length === 0 ? undefined : stationIds.join(','),
      ...matched,
      max_separation_deg: beamDeg,
      limit: RANKED_PASSES.most,
    },
  };
  return [
    // The API ranks only passes over stations, not over a place.
    ...(isStation ? [list] : []),
    { title: 'Who comes into your beam in this pass', path: '/interference/encounters', query: encounters },
    {
      title: 'The sky at the shown instant',
      path: '/interference/interferers',
      query: { ...above, timestamp: new Date(timeMs).toISOString(), limit: LOOKED_AT.most },
    },
    {
      title: 'How many others are in view in its minutes',
      path: isStation ? '/interference/ground_station_timeseries' : '/interference/timeseries',
      query: { ...above, start_time: start, end_time: end },
    },
  ];
}
