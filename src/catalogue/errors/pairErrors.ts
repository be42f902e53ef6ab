import type { MeanElements } from '../../core/elements.js';
import type { Core } from '../../core/index.js';
import { type Dated, HOUR_US, type LeftOut, partnersOf, usableSets, witnessesOf } from './history.js';

/**
 * Differences, at the epoch of one of two sets, beyond which the sets are of two satellites. `km`: distance between the
 * positions; from a day on it grows with the square of the days, like the displacement by steady thrust. `deg`: angle
 * between the planes, as no satellite turns its plane in days. Of 14,475 pairs of Starlink sets (April 2026) the worst
 * is 254 km off after a day and 844 km after a week; neighbours in one plane of a shell stand some 2,000 km apart.
 */
const STRANGERS = { km: 1_000, deg: 2 } as const;

/**
 * Finds by how much older element sets of a satellite miss its newer ones. Pairs: for each set and each of
 * ERROR_AGES_HOURS the older set nearest to that age, if it is within 15 % of it. The error of a pair is how far apart
 * SGP4 puts the satellite by its two sets, at the epoch of the newer and along its velocity (TEME). Manoeuvres stay in:
 * users meet them.
 *
 * Not counted are: sets with the epoch of a later one of the list, with an epoch after `nowUs`, or that SGP4 refuses at
 * their epoch; sets of another satellite: far from most of the three sets before and three after; pairs across a change
 * of satellite: a set far from the set before begins it; pairs whose older set SGP4 refuses at the newer epoch.
 *
 * @param sets element sets of one catalogue number
 * @param leftOut its counts are raised by the sets and pairs that do not count
 * @param take called with the absolute error in km of each pair of the age ERROR_AGES_HOURS[age], and its newer set
 */
export function pairErrors(
  core: Core,
  { sets, nowUs, leftOut }: { sets: readonly MeanElements[]; nowUs: number; leftOut: LeftOut },
  take: (age: number, km: number, newer: MeanElements) => void,
): void {
  const history = usableSets(sets, nowUs, leftOut);
  if (history.length < 2) return;
  const orbits = core.orbits(history);
  const { epochStatus } = orbits;
  const sound = history.flatMap(({ epochUs }, set) => (epochStatus[set] === 0 ? [{ set, epochUs }] : []));
  leftOut.refused_by_sgp4 += history.length - sound.length;
  /** Sets so far of this satellite, the oldest first. */
  let own: Dated[] = [];
  for (const [at, newer] of sound.entries()) {
    const { epochUs } = newer;
    const witnesses = witnessesOf(sound, at);
    const before = own.slice(-1);
    const partners = partnersOf(own, epochUs);
    const others = [...witnesses, ...before, ...partners.map(({ older }) => older)];
    const satellites = [newer, ...others].map(({ set }) => set);
    const states = orbits.propagate(epochUs, { frame: 'teme', velocity: true, satellites });
    const areStrangers = (one: Dated, k: number): boolean =>
      isStranger(states, k + 1, (epochUs - one.epochUs) / DAY_US);
    const voices = witnesses.filter((_, k) => states.status[k + 1] === 0).length;
    const against = witnesses.filter((one, k) => states.status[k + 1] === 0 && areStrangers(one, k)).length;
    if (2 * against > voices) {
      leftOut.other_satellite += 1;
      continue;
    }
    if (before.some((one) => areStrangers(one, witnesses.length))) {
      leftOut.satellite_changes += 1;
      own = [newer];
      continue;
    }
    own.push(newer);
    for (const [i, { age }] of partners.entries()) {
      const k = 1 + witnesses.length + before.length + i;
      if (states.status[k] === 0) take(age, alongTrackKm(states, k), history[newer.set] as MeanElements);
      else leftOut.pairs_refused_by_sgp4 += 1;
    }
  }
  orbits.close();
}

const DAY_US = 24 * HOUR_US;
const RAD_PER_DEG = Math.PI / 180;

/** Positions, km, and velocities, km/s, at one time: three numbers for each set, the newer set first. */
interface States {
  positions: Float64Array;
  velocities: Float64Array;
}

type Vector = readonly [number, number, number];

function vector(numbers: Float64Array, k: number): Vector {
  return [numbers[3 * k] as number, numbers[3 * k + 1] as number, numbers[3 * k + 2] as number];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Distance in km, absolute, of set k from the newer set along the newer set's velocity. */
function alongTrackKm({ positions, velocities }: States, k: number): number {
  const velocity = vector(velocities, 0);
  return Math.abs(dot(minus(vector(positions, k), vector(positions, 0)), velocity)) / norm(velocity);
}

/** Whether set k is of another satellite than the newer set; `days` lie between their epochs. */
function isStranger({ positions, velocities }: States, k: number, days: number): boolean {
  const km = norm(minus(vector(positions, k), vector(positions, 0)));
  if (km > STRANGERS.km * Math.max(1, days ** 2)) return true;
  const [plane, other] = [0, k].map((of) => cross(vector(positions, of), vector(velocities, of))) as [Vector, Vector];
  return dot(plane, other) < Math.cos(STRANGERS.deg * RAD_PER_DEG) * norm(plane) * norm(other);
}
