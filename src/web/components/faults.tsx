import { readView, writeView } from '../viewState.js';

/** What parts of an address are called, and what they may be. */
const PARTS: Record<string, string> = {
  satellite: 'a number, the id of a tracked satellite',
  band: 'a band such as Ku, or all',
  time: 'a UTC minute such as 2026-07-10T08:05Z',
  projection: 'globe or flat',
  shows: 'map or sky',
  match: 'overlap or band',
  beam: 'degrees, from 0.01 to 90',
  list: 'stations or clear',
  zoom: 'pass, day or week',
  place: 'latitude and longitude in degrees, such as 52.52,13.405',
  station: 'a number, the id of a station',
  centre: 'latitude, longitude and zoom',
};

const DEFAULTS = new Set(['band=all', 'projection=globe', 'shows=map', 'match=overlap', 'list=stations']);

/** A part of an address that cannot be read. */
export interface AddressFault {
  name: string;
  value: string;
  /** What it may be. */
  rule: string;
}

/** Parts of a query that name something that cannot be; names that the page does not know are not its own. */
export function addressFaults(query: URLSearchParams): AddressFault[] {
  return [...query].flatMap(([name, value]) => {
    const rule = PARTS[name];
    if (rule === undefined || DEFAULTS.has(`${name}=${value}`)) return [];
    const read = new URLSearchParams(writeView(readView(new URLSearchParams([[name, value]]))));
    return read.has(name) ? [] : [{ name, value, rule }];
  });
}

interface FaultsProps {
  faults: readonly AddressFault[];
  /** Station of the address that the account does not have. */
  unknownStation?: number | undefined;
}

/** What an address names that cannot be: it says so, and is left as it is. */
export function Faults({ faults, unknownStation }: FaultsProps) {
  return (
    <>
      {faults.length > 0 && (
        <div class="problem" role="alert">
          <p>
            <strong>This address has a part that cannot be read.</strong>{' '}
            {faults.map(({ name, value, rule }) => `${name} is “${value}”; it must be ${rule}.`).join(' ')}
          </p>
        </div>
      )}
      {unknownStation !== undefined && (
        <p class="problem" role="alert">
          This account has no station {unknownStation}: it may have been deleted. Choose another one, or a place.
        </p>
      )}
    </>
  );
}
