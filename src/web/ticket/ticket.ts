import { MAX_FREQUENCY_HZ } from '../../spec.js';
import { readCoordinates } from '../data/readCoordinates.js';
import { apiTime, readField } from '../time.js';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { readPlace, readView, type ViewState, writeView } from '../viewState.js';

/** Lengths in minutes of the time, centred on a disturbance, that a ticket can look at. */
export const LENGTHS = [1, 5, 10, 30, 60] as const;
const USUAL = 10;

/** Question about the satellites in the beam around a past time; undefined fields are not given. */
export interface Ticket extends Pick<ViewState, 'satelliteId' | 'stationId' | 'place' | 'timeMs' | 'beamDeg'> {
  minutes: (typeof LENGTHS)[number];
  /** Disturbed carrier and its width. */
  hz: number | undefined;
  widthHz: number | undefined;
}

/** Ticket of an address. Unreadable parts count as absent. */
export function readTicket(query: URLSearchParams): Ticket {
  const { satelliteId, stationId, place, timeMs, beamDeg } = readView(query);
  const hertz = (name: string): number | undefined => {
    const hz = Number(query.get(name));
    return Number.isInteger(hz) && hz >= 1 && hz <= MAX_FREQUENCY_HZ ? hz : undefined;
  };
  const hz = hertz('hz');
  const minutes = LENGTHS.find((length) => String(length) === query.get('minutes')) ?? USUAL;
  return { satelliteId, stationId, place, timeMs, beamDeg, minutes, hz, widthHz: hz && hertz('width') };
}

/** Ticket of a form, whose typed fields have passed the browser's checks: carrier and width in MHz. */
export function ticketOf(
  typed: { get: (name: string) => unknown },
  chosen: Pick<Ticket, 'satelliteId' | 'stationId' | 'minutes'>,
): Ticket {
  const text = (name: string): string => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
  const hertz = (name: string): number | undefined => Math.round(1e6 * Number(text(name))) || undefined;
  return {
    ...chosen,
    place: chosen.stationId === undefined ? readCoordinates(text('place')) : undefined,
    timeMs: readField(text('time')),
    beamDeg: Number(text('beam')) || undefined,
    hz: hertz('mhz'),
    widthHz: hertz('width'),
  };
}

/** Address of a ticket within the page. */
export function ticketPath({ minutes, hz, widthHz, ...view }: Ticket): string {
  const query = writeView({ ...readView(new URLSearchParams()), ...view });
  const own = Object.entries({ minutes: minutes === USUAL ? undefined : minutes, hz, width: widthHz });
  const pairs = own.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return `/ticket${[query, ...pairs].join('&').replace(/^&/, '?')}`;
}

/** Address of a ticket for any account: ids are an account's own, so it adds catalogue number and station's place. */
export function sharedPath(ticket: Ticket, norad: number | undefined, station: GroundStationJson | undefined): string {
  const at = station ? `&at=${station.latitude},${station.longitude}` : '';
  return `${ticketPath(ticket)}&norad=${norad}${at}`;
}

/**
 * Ticket (question about interference at some past minutes) that the query of the page's address holds, with the ids of
 * this account. If the address is shared (sharedPath), a satellite that the account does not track is undefined, and a
 * station that it does not have becomes a place.
 */
export function ownTicket(
  query: URLSearchParams,
  tracked: readonly TrackedSatelliteJson[],
  stations: readonly GroundStationJson[],
): Ticket & { norad: number | undefined } {
  const ticket = readTicket(query);
  const norad = Number(query.get('norad')) || undefined;
  if (norad === undefined) return { ...ticket, norad };
  const satelliteId = tracked.find(({ satellite }) => satellite.norad_number === norad)?.id;
  const site = readPlace(query.get('at'));
  const isThere = ({ id, latitude, longitude }: GroundStationJson): boolean =>
    id === ticket.stationId && Number(latitude) === site?.latDeg && Number(longitude) === site.lonDeg;
  if (!site || stations.some(isThere)) return { ...ticket, norad, satelliteId };
  return { ...ticket, norad, satelliteId, stationId: undefined, place: site };
}

/** Query parameters of the API's call for a ticket; undefined if it lacks satellite, receiver or time. */
export function suspectsQuery(ticket: Ticket) {
  const { satelliteId, stationId, place, timeMs, minutes, hz, widthHz, beamDeg } = ticket;
  if (satelliteId === undefined || timeMs === undefined || (!place && stationId === undefined)) return undefined;
  return {
    tracked_satellite_id: satelliteId,
    ...(place ? { lat: place.latDeg, lon: place.lonDeg } : { ground_station_id: stationId }),
    start_time: apiTime(timeMs - 30_000 * minutes),
    end_time: apiTime(timeMs + 30_000 * minutes),
    frequency_hz: hz,
    bandwidth_hz: widthHz,
    max_separation_deg: beamDeg,
  };
}
