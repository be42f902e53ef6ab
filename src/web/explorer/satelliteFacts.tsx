import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Time } from '../components/time.js';
import type { SatelliteBands } from '../data/satellites.js';

/** Facts that the answers rest on: elset, window and catalogue. */
export function SatelliteFacts({ tracked, bands }: { tracked: TrackedSatelliteJson; bands: SatelliteBands }) {
  const { satellite } = tracked;
  const { analysis_window: window, tracked_satellite: own, satellites } = bands.provenance;
  const { no_known_downlink: silent = 0, ...others } = satellites.left_out;
  const leftOut = Object.values(others).reduce((sum, count) => sum + count, silent);
  const ageHours = own.elset.age_hours;
  const age = `${Math.abs(ageHours).toFixed(0)} h ${ageHours < 0 ? 'after' : 'before'} the window's start`;
  return (
    <dl class="facts small">
      <div>
        <dt>Orbit</dt>
        <dd>
          {satellite.orbital_class}, {Math.round(satellite.altitude_km).toLocaleString('en')} km · {satellite.operator}
        </dd>
      </div>
      <div>
        <dt>Elements</dt>
        <dd>
          {age}
          {own.elset.generated && ', generated'}
        </dd>
      </div>
      <div>
        <dt>In view</dt>
        <dd>from {own.minimum_elevation_deg}° above the horizon</dd>
      </div>
      <div>
        <dt>Window</dt>
        <dd>
          <Time ms={Date.parse(window.start_time)} precision="day" /> to{' '}
          <Time ms={Date.parse(window.end_time)} precision="day" /> UTC, nside {window.nside}
        </dd>
      </div>
      <div>
        <dt>Counted</dt>
        <dd>
          {(satellites.in_window - silent).toLocaleString('en')} satellites; {leftOut.toLocaleString('en')} left out,{' '}
          {silent.toLocaleString('en')} of them without a known downlink
        </dd>
      </div>
    </dl>
  );
}
