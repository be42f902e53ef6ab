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
  /** Operator of the satellite; undefined if the catalogue knows none. */
  operator: string | undefined;
  orbitalClass: string;
  rangeKm: number;
  /** Angle to the tracked satellite in degrees. */
  separationDeg: number;
  /** Frequencies shared with the tracked satellite; undefined if there are none, or that is not known. */
  overlap: Overlap | undefined;
}

/** Sky over a site at one instant. */
export interface Sky {
  /** Direction and distance of the tracked satellite; undefined where it cannot be propagated. */
  tracked: Look | undefined;
  /** Whether the tracked satellite stands at or above its minimum elevation; if not, nobody interferes. */
  isInView: boolean;
  /** Elevation from which satellites count, unless their emitter has a higher one. */
  minElevationDeg: number;
  /**
   * Whether a downlink of the tracked satellite is known; if not, an empty list does not mean that nobody interferes.
   */
  isDownlinkKnown: boolean;
  /** Number of other satellites that count, without what is docked to it, also those that `interferers` leaves out. */
  count: number;
  /** Sorted by separation, the nearest first. */
  interferers: readonly Interferer[];
}

const UNKNOWN_OPERATOR = 'Unknown';

export function operatorOf({ operator }: Pick<Interferer, 'operator'>): string {
  return operator ?? UNKNOWN_OPERATOR;
}

/** Number of an operator's satellites in view, and how near to the tracked one they stand. */
export interface OperatorCount {
  operator: string;
  satellites: number;
  /** Number of the operator's satellites within the beam. */
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

/** Text of an angle between two satellites, with more decimals for small angles. */
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
