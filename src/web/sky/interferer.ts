import type { Direction, Look } from '../data/look.js';

/** Hertz that two satellites share, and the source of that number. */
export interface Overlap {
  hz: number;
  source: string;
}

/** Another satellite over a site, as the page shows it. */
export interface Interferer extends Direction {
  noradNumber: number;
  name: string;
  /** Undefined where the catalogue knows none. */
  operator: string | undefined;
  orbitalClass: string;
  rangeKm: number;
  /** Angle to the tracked satellite in degrees. */
  separationDeg: number;
  /** Undefined where the two share no frequencies, or where that is not known. */
  overlap: Overlap | undefined;
}

/** Sky over a site at one instant. */
export interface Sky {
  /** Direction and distance of the tracked satellite; undefined where it cannot be propagated. */
  tracked: Look | undefined;
  /** Whether it stands at or above its minimum elevation; if not, nobody interferes. */
  isInView: boolean;
  /** Elevation from which satellites count, unless their emitter has a higher one. */
  minElevationDeg: number;
  /** Whether a downlink of the tracked satellite is known; without one, an empty list says nothing. */
  isDownlinkKnown: boolean;
  /** Number of others that count, also those that the list leaves out. */
  count: number;
  /** Sorted by separation, the nearest first. */
  interferers: readonly Interferer[];
}

const UNKNOWN_OPERATOR = 'Unknown';

export function operatorOf({ operator }: Pick<Interferer, 'operator'>): string {
  return operator ?? UNKNOWN_OPERATOR;
}

/** An operator's share of the sky. */
export interface OperatorCount {
  operator: string;
  satellites: number;
  /** Number of these satellites within the beam. */
  inBeam: number;
  nearestDeg: number;
}

/** Operators of the interferers: the most in the beam first, then the most in view, then the nearest. */
export function countOperators(interferers: readonly Interferer[], beamDeg: number): OperatorCount[] {
  const counts = new Map<string, OperatorCount>();
  for (const interferer of interferers) {
    const operator = operatorOf(interferer);
    const { separationDeg } = interferer;
    const count = counts.get(operator) ?? { operator, satellites: 0, inBeam: 0, nearestDeg: Infinity };
    count.satellites++;
    if (separationDeg < beamDeg) count.inBeam++;
    count.nearestDeg = Math.min(count.nearestDeg, separationDeg);
    counts.set(operator, count);
  }
  return [...counts.values()].sort(
    (a, b) => b.inBeam - a.inBeam || b.satellites - a.satellites || a.nearestDeg - b.nearestDeg,
  );
}

/** Text of an angle between two satellites, finer where they are near. */
export function separationText(deg: number): string {
  return `${deg.toFixed(deg < 10 ? 2 : 1)}°`;
}

/** Text of a width in hertz: `36 MHz`, `12.5 kHz`. */
export function hertzText(hz: number): string {
  const [scale, unit] = (
    [
      [1e9, 'GHz'],
      [1e6, 'MHz'],
      [1e3, 'kHz'],
    ] as const
  ).find(([low]) => hz >= low) ?? [1, 'Hz'];
  return `${Number((hz / scale).toPrecision(3))} ${unit}`;
}
