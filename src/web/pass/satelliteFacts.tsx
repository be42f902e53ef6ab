import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Facts } from '../components/facts.js';
import { Time } from '../components/time.js';
import type { SatelliteBands } from '../data/satellites.js';
import { zoneName } from '../time.js';

interface FactsProps {
  tracked: TrackedSatelliteJson;
  bands: SatelliteBands;
  /** Undefined at a place. */
  station: GroundStationJson | undefined;
}

/** Facts on which the shown counts rest: element set, window and catalogue. */
export function SatelliteFacts({ tracked, bands, station }: FactsProps) {
  const { analysis_window: window, tracked_satellite: own, satellites } = bands.provenance;
  const { no_known_downlink: silent = 0, ...others } = satellites.left_out;
  const leftOut = Object.values(others).reduce((sum, count) => sum + count, silent);
  const [startMs, endMs] = [Date.parse(window.start_time), Date.parse(window.end_time)];
  const ageHours = own.elset.age_hours;
  const age = `${Math.abs(ageHours).toFixed(0)} h ${ageHours < 0 ? 'after' : 'before'} the window's start`;
  const { orbital_class: orbit, altitude_km: altitudeKm, operator } = tracked.satellite;
  const leastDeg = station?.min_elevation_deg ?? own.minimum_elevation_deg;
  const counted = (satellites.in_window - silent).toLocaleString('en');
  const facts = [
    ['Orbit', `${orbit}, ${Math.round(altitudeKm).toLocaleString('en')} km · ${operator}`],
    ['Elements', age + (own.elset.generated ? ', generated' : '')],
    ['In view', `from ${leastDeg}° above the horizon${station?.horizon_mask ? ', and over its mask' : ''}`],
    [
      'Window',
      <>
        <Time ms={startMs} /> to <Time ms={endMs} /> {zoneName(startMs, endMs)}
      </>,
    ],
    ['Cells', `nside ${window.nside}: the earth has ${(12 * window.nside ** 2).toLocaleString('en')} cells`],
    [
      'Counted',
      `${counted} satellites; ${leftOut.toLocaleString('en')} left out, ${silent.toLocaleString('en')} of them without a known downlink`,
    ],
  ] as const;
  return <Facts class="facts small" of={facts} />;
}
