import type { Elset } from '../elsets/elset.js';
import type { GeneratedSatellite } from './orbits.js';
import { generateSingle, SINGLES } from './singles.js';
import { generateSlot, SLOTS } from './slots.js';
import { generateTrack, TRACKS } from './tracks.js';
import { generateShell, SHELLS } from './walker.js';

/** First catalogue number of generated satellites: nine digits, far above the numbers of the public catalogue. */
export const FIRST_GENERATED_NUMBER = 700_000_001;

/**
 * Rounds elements to the digits of a TLE, so that the last bit of a sine or cube root, which may differ between
 * machines, does not show.
 */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function elsetOf({ name, orbit }: GeneratedSatellite, noradNumber: number, objectId: string, epochUs: number): Elset {
  return {
    noradNumber,
    name,
    objectId,
    epochUs,
    meanMotionRevPerDay: rounded(orbit.meanMotionRevPerDay, 8),
    eccentricity: orbit.eccentricity,
    inclinationDeg: orbit.inclinationDeg,
    raanDeg: rounded(orbit.raanDeg, 4) % 360,
    argPerigeeDeg: orbit.argPerigeeDeg,
    meanAnomalyDeg: rounded(orbit.meanAnomalyDeg, 4) % 360,
    bstar: orbit.bstar,
    // Lower than any published number: of two element sets of the same epoch the published one is preferred.
    elementSetNo: 0,
    revAtEpoch: 0,
    classification: 'U',
    ephemerisType: 0,
    meanMotionDot: 0,
    meanMotionDdot: 0,
  };
}

/**
 * Generates the bundled catalogue, which needs no network, for an epoch (microseconds since 1970, UTC): real
 * constellations as their filings and operators describe them. The shapes of orbits and the orbital slots are
 * published; the positions along all other orbits are made up, so only geostationary satellites are where the real ones
 * of their names are. The same epoch gives the same elsets, in the same order, with the same numbers.
 */
export function bundledCatalogue(epochUs: number): Elset[] {
  const generated: GeneratedSatellite[] = [
    ...SHELLS.flatMap((shell) => generateShell(shell, epochUs)),
    ...TRACKS.flatMap((track) => generateTrack(track, epochUs)),
    ...SLOTS.map(({ name, longitudeDeg }) => generateSlot(name, longitudeDeg, epochUs)),
  ];
  return [
    ...SINGLES.map((single) => elsetOf(generateSingle(single, epochUs), single.noradNumber, single.objectId, epochUs)),
    ...generated.map((satellite, k) => elsetOf(satellite, FIRST_GENERATED_NUMBER + k, '', epochUs)),
  ];
}
