import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Time } from '../components/time.js';
import type { SatelliteBands } from '../data/satellites.js';

/** Facts that the answers rest on: elset, window and catalogue. */
export function SatelliteFacts({ tracked, bands }: { tracked: TrackedSatelliteJson; bands: SatelliteBands }) {
  const { satellite } = tracked;
  const { analysis_window: window, tracked_satellite: own, satellites } = bands.provenance;
  const leftOut = Object.values(satellites.left_out).reduce((sum, count) => sum + count, 0);
  const ageHours = own.elset.age_hours;
  const age = `${Math.abs(ageHours).toFixed(0)} h ${ageHours < 0 ? 'after' : 'before'} the window's start`;
  return (
    <>
      {own.downlink !== 'known' && (
        <p class="note">No downlink of this satellite is known, so nothing can be said about interference with it.</p>
      )}
      <dl class="facts small">
        <div>
          <dt>Orbit</dt>
          <dd>
            {satellite.orbital_class}, {Math.round(satellite.altitude_km).toLocaleString('en')} km ·{' '}
            {satellite.operator}
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
            {satellites.in_window.toLocaleString('en')} satellites, {leftOut.toLocaleString('en')} left out
          </dd>
        </div>
      </dl>
    </>
  );
}
