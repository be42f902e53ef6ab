import { BAND_CHOICES, type BandChoice, SEPARATION_DEG } from '../spec.js';
import { type Place, placeText, rounded } from './data/geodetic.js';
import type { FrequencyMatch } from './data/question.js';
import { addressTime, readAddressTime } from './time.js';

const STAGES = ['globe', 'flat', 'sky', 'spectrum'] as const;
/** Picture in the middle of the workspace. */
type StageName = (typeof STAGES)[number];

const ORDERS = ['next', 'clear'] as const;
/** Order of the passes: by time, or the longest clear stretch first. */
export type PassOrder = (typeof ORDERS)[number];

const SPANS = ['day', 'night', 'week'] as const;
/** Stretch whose passes are listed: the next 24 hours, the current or coming night, or the rest of the window. */
export type ListedSpan = (typeof SPANS)[number];

/** State of the workspace that its address holds; undefined fields take their defaults. */
export interface ViewState {
  /** Ids of the tracked satellites whose passes are listed. */
  satelliteIds: readonly number[];
  /** Ids of the stations whose passes are listed; empty for all active ones. */
  stationIds: readonly number[];
  /** Id of the tracked satellite that stage and pass panel show. */
  satelliteId: number | undefined;
  /** Id of the station that stage and pass panel show. */
  stationId: number | undefined;
  /** Place in lieu of stations. */
  place: Place | undefined;
  band: BandChoice;
  match: FrequencyMatch;
  /** Separation in degrees below which others are in the beam; undefined: by the station's dish, else the default. */
  beamDeg: number | undefined;
  /** Shown instant; undefined: now. */
  timeMs: number | undefined;
  stage: StageName;
  order: PassOrder;
  /** Elevation in degrees that a listed pass reaches at least. */
  leastElevationDeg: number;
  /** Seconds that the longest clear stretch of a listed pass has at least. */
  leastClearSeconds: number;
  span: ListedSpan;
  /** Whether only passes are listed that one antenna at each receiver can follow one after the other. */
  isPlan: boolean;
  /** Centre and zoom of the map. */
  centre: (Place & { zoom: number }) | undefined;
}

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}

function readIds(text: string | null): number[] {
  return [...new Set((text ?? '').split(',').flatMap((part) => readId(part.trim()) ?? []))];
}

function readNumbers(text: string | null, count: number): number[] | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

function readNumber(text: string | null, low: number, high: number): number | undefined {
  const [number = Number.NaN] = readNumbers(text, 1) ?? [];
  return number >= low && number <= high ? number : undefined;
}

function isPlace(latDeg: number, lonDeg: number): boolean {
  return Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180;
}

/** Place from text such as `52.52, 13.405` (degrees north and east); undefined for anything else. */
export function readPlace(text: string | null): Place | undefined {
  const [latDeg, lonDeg] = readNumbers(text, 2) ?? [];
  if (latDeg === undefined || lonDeg === undefined || !isPlace(latDeg, lonDeg)) return undefined;
  return { latDeg, lonDeg };
}

function readCentre(text: string | null): ViewState['centre'] {
  const [latDeg, lonDeg, zoom] = readNumbers(text, 3) ?? [];
  if (latDeg === undefined || lonDeg === undefined || zoom === undefined) return undefined;
  return isPlace(latDeg, lonDeg) && zoom > 0 ? { latDeg, lonDeg, zoom } : undefined;
}

/** State from a query. Unreadable parts count as absent, so that a mangled address still opens. */
export function readView(query: URLSearchParams): ViewState {
  const place = readPlace(query.get('place'));
  const satelliteId = readId(query.get('satellite'));
  const satelliteIds = readIds(query.get('satellites'));
  const own = satelliteId === undefined || satelliteIds.includes(satelliteId) ? [] : [satelliteId];
  return {
    satelliteIds: [...satelliteIds, ...own],
    stationIds: readIds(query.get('stations')),
    satelliteId: satelliteId ?? satelliteIds[0],
    stationId: place === undefined ? readId(query.get('station')) : undefined,
    place,
    band: BAND_CHOICES.find((band) => band === query.get('band')) ?? 'all',
    match: query.get('match') === 'band' ? 'band' : 'overlap',
    beamDeg: readNumber(query.get('beam'), SEPARATION_DEG.low, SEPARATION_DEG.high),
    timeMs: readAddressTime(query.get('time')),
    stage: STAGES.find((stage) => stage === query.get('stage')) ?? 'globe',
    order: ORDERS.find((order) => order === query.get('order')) ?? 'next',
    leastElevationDeg: readNumber(query.get('above'), 0, 89) ?? 0,
    leastClearSeconds: readNumber(query.get('clear'), 0, 86_400) ?? 0,
    span: SPANS.find((span) => span === query.get('span')) ?? 'day',
    isPlan: query.get('plan') === '1',
    centre: readCentre(query.get('centre')),
  };
}

/** Query of the address, with its question mark; defaults are left out. */
export function writeView(view: ViewState): string {
  const { satelliteId, satelliteIds, place, stationId, centre, band, match, stage, order, timeMs } = view;
  const isAlone = satelliteIds.length === 0 || (satelliteIds.length === 1 && satelliteIds[0] === satelliteId);
  const pairs = [
    ['satellite', satelliteId?.toString()],
    ['satellites', isAlone ? undefined : satelliteIds.join(',')],
    ['station', place === undefined ? stationId?.toString() : undefined],
    ['stations', view.stationIds.length === 0 ? undefined : view.stationIds.join(',')],
    ['place', place && placeText(place)],
    ['band', band === 'all' ? undefined : band],
    ['match', match === 'overlap' ? undefined : match],
    ['beam', view.beamDeg?.toString()],
    ['time', timeMs === undefined ? undefined : addressTime(timeMs)],
    ['stage', stage === 'globe' ? undefined : stage],
    ['order', order === 'next' ? undefined : order],
    ['above', view.leastElevationDeg === 0 ? undefined : String(view.leastElevationDeg)],
    ['clear', view.leastClearSeconds === 0 ? undefined : String(view.leastClearSeconds)],
    ['span', view.span === 'day' ? undefined : view.span],
    ['plan', view.isPlan ? '1' : undefined],
    ['centre', centre && `${rounded(centre.latDeg, 2)},${rounded(centre.lonDeg, 2)},${rounded(centre.zoom, 2)}`],
  ].flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [`${name}=${encodeURI(value)}`]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Goes to the workspace with parts of its state changed. */
export type ChangeView = (changes: Partial<ViewState>, how?: { replace: boolean }) => void;
