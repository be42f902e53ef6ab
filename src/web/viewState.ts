import { BAND_CHOICES, type BandChoice, SEPARATION_DEG } from '../spec.js';
import { type Place, placeText, rounded } from './data/geodetic.js';
import type { FrequencyMatch } from './data/question.js';
import { addressTime, readAddressTime } from './time.js';

/** State that the address of a view holds; undefined fields take the view's default. */
export interface ViewState {
  satelliteId: number | undefined;
  band: BandChoice;
  timeMs: number | undefined;
  projection: 'globe' | 'flat';
  /** Picture above the time bar. */
  shows: 'map' | 'sky';
  match: FrequencyMatch;
  /**
   * Separation in degrees below which another satellite is in the beam. Undefined: the server takes the beam width of
   * the station's dish, or the default.
   */
  beamDeg: number | undefined;
  /** Kind of rows in the week's overview. */
  list: 'stations' | 'clear';
  /** Length of the close-up at a place; undefined: the pass, or the day if passes last longer than that. */
  zoom: Zoom | undefined;
  /** Chosen place; undefined where a station is chosen instead. */
  place: Place | undefined;
  stationId: number | undefined;
  /** Centre and zoom of the map. */
  centre: (Place & { zoom: number }) | undefined;
}

const ZOOMS = ['pass', 'day', 'week'] as const;
/** Length of a close-up: the pass of the shown minute (or the next one), its day, or the whole week. */
export type Zoom = (typeof ZOOMS)[number];

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}

function readNumbers(text: string | null, count: number): number[] | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
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

/** Largest separation in a beam, in degrees; undefined for a number that the API does not take. */
function readBeam(text: string | null): number | undefined {
  const [beamDeg = 0] = readNumbers(text, 1) ?? [];
  return beamDeg >= SEPARATION_DEG.low && beamDeg <= SEPARATION_DEG.high ? beamDeg : undefined;
}

function readCentre(text: string | null): ViewState['centre'] {
  const [latDeg, lonDeg, zoom] = readNumbers(text, 3) ?? [];
  if (latDeg === undefined || lonDeg === undefined || zoom === undefined) return undefined;
  return isPlace(latDeg, lonDeg) && zoom > 0 ? { latDeg, lonDeg, zoom } : undefined;
}

/** State from a query. Unreadable parts count as absent, so that a mangled address still opens. */
export function readView(query: URLSearchParams): ViewState {
  const place = readPlace(query.get('place'));
  return {
    satelliteId: readId(query.get('satellite')),
    band: BAND_CHOICES.find((band) => band === query.get('band')) ?? 'all',
    timeMs: readAddressTime(query.get('time')),
    projection: query.get('projection') === 'flat' ? 'flat' : 'globe',
    shows: query.get('shows') === 'sky' ? 'sky' : 'map',
    match: query.get('match') === 'band' ? 'band' : 'overlap',
    beamDeg: readBeam(query.get('beam')),
    list: query.get('list') === 'clear' ? 'clear' : 'stations',
    zoom: ZOOMS.find((zoom) => zoom === query.get('zoom')),
    place,
    stationId: place === undefined ? readId(query.get('station')) : undefined,
    centre: readCentre(query.get('centre')),
  };
}

/** Query of the address, with its question mark; defaults are left out. */
export function writeView(view: ViewState): string {
  const { satelliteId, band, timeMs, projection, shows, match, beamDeg, list, zoom } = view;
  const { place, stationId, centre } = view;
  const pairs = [
    ['satellite', satelliteId?.toString()],
    ['band', band === 'all' ? undefined : band],
    ['time', timeMs === undefined ? undefined : addressTime(timeMs)],
    ['projection', projection === 'globe' ? undefined : projection],
    ['shows', shows === 'map' ? undefined : shows],
    ['match', match === 'overlap' ? undefined : match],
    ['beam', beamDeg?.toString()],
    ['list', list === 'stations' ? undefined : list],
    ['zoom', zoom],
    ['place', place && placeText(place)],
    ['station', place === undefined ? stationId?.toString() : undefined],
    ['centre', centre && `${rounded(centre.latDeg, 2)},${rounded(centre.lonDeg, 2)},${rounded(centre.zoom, 2)}`],
  ].flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [`${name}=${encodeURI(value)}`]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Goes to the view with parts of its state changed. */
export type ChangeView = (changes: Partial<ViewState>, how?: { replace: boolean }) => void;
