import { meanMotionAt } from '../describe.js';
import type { Elset } from '../elsets/elset.js';
import { type GeneratedSatellite, generateSlot, generateTrack, nodeAtLocalTimeDeg, wrapDeg } from './orbits.js';
import { type Single, SINGLES } from './singles.js';
import { SLOTS } from './slots.js';
import { TRACKS } from './tracks.js';
import { generateShell, type Shell } from './walker.js';
import { broadbandShells } from './shells/broadband.js';
import { messagingShells } from './shells/messaging.js';
import { navigationShells } from './shells/navigation.js';
import { observationShells } from './shells/observation.js';

/** Every Walker pattern of the bundled catalogue, in the order of its catalogue numbers. */
export const SHELLS: readonly Shell[] = [
  ...broadbandShells,
  ...navigationShells,
  ...messagingShells,
  ...observationShells,
];

/** First catalogue number of generated satellites: nine digits, far above the numbers of the public catalogue. */
export const FIRST_GENERATED_NUMBER = 700_000_001;

function generateSingle(single: Single, epochUs: number): GeneratedSatellite {
  const { node, argLatitudeDeg } = single;
  return {
    name: single.name,
    orbit: {
      meanMotionRevPerDay: meanMotionAt(single.altitudeKm),
      eccentricity: 0.0005,
      inclinationDeg: single.inclinationDeg,
      raanDeg: 'raanDeg' in node ? node.raanDeg : nodeAtLocalTimeDeg(node.localHours, epochUs),
      argPerigeeDeg: 90,
      meanAnomalyDeg: wrapDeg(argLatitudeDeg - 90),
      bstar: single.bstar,
    },
  };
}

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
 * constellations as their filings and operators describe them. The shapes of orbits and the orbital slots are the
 * published ones; the positions along other orbits are made up, so only geostationary satellites are where their
 * namesakes are. The same epoch gives the same elsets, in the same order, with the same numbers.
 */
export function bundledCatalogue(epochUs: number): Elset[] {
  const generated: GeneratedSatellite[] = [
    ...SHELLS.flatMap((shell) => generateShell(shell, epochUs)),
    ...TRACKS.flatMap((track) => generateTrack(track, epochUs)),
    ...Object.values(SLOTS).flatMap((fleet) =>
      Object.entries(fleet).map(([name, longitudeDeg]) => generateSlot(name, longitudeDeg, epochUs)),
    ),
  ];
  return [
    ...SINGLES.map((single) => elsetOf(generateSingle(single, epochUs), single.noradNumber, single.objectId, epochUs)),
    ...generated.map((satellite, k) => elsetOf(satellite, FIRST_GENERATED_NUMBER + k, '', epochUs)),
  ];
}
