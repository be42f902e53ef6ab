import { bandRead, type KnownRange, type Row } from './row.js';

/** Downlink bands of geostationary fleets: where a source names a band alone, the Radio Regulations give its edges. */
export const C = bandRead(3700, 4200);
export const C_EXTENDED = bandRead(3400, 4200);
export const KU = bandRead(10_700, 12_750);
export const KU_FIXED = bandRead(10_950, 12_750);
export const KU_AMERICAS = bandRead(11_700, 12_200);
export const BROADCAST_AMERICAS = bandRead(12_200, 12_700);
export const KU_ASIA = bandRead(12_250, 12_750);
export const KA = bandRead(17_700, 20_200);

/** Source of most fleets: television channels that receivers can tune to. */
const LISTED = 'transponders listed for receivers (satellites.xml, March 2026), edges of the bands by allocation';
export const GENERAL = 'general knowledge';

/** Row of a geostationary fleet, on few lines. */
export const fleet = (
  key: string,
  operator: string,
  pattern: RegExp,
  downlinks: readonly KnownRange[],
  source = LISTED,
): Row => ({ key, operator, orbits: 'GEO', pattern, downlinks, source });
