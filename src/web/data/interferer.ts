import type { Direction, Look } from './look.js';

/** Stretch of frequencies in hertz, and how it is known. */
export interface Stretch {
  lowHz: number;
  highHz: number;
  source: string;
  /** Whether the width is assumed, because only a centre is known. */
  isAssumed: boolean;
}

/** Widest range of frequencies that two satellites share; its width is assumed if that of either is. */
export interface Overlap extends Omit<Stretch, 'highHz'> {
  /** Width in hertz. */
  hz: number;
}

const SOURCES: Record<string, string> = {
  table: 'from the built-in table, wider than what is sent at a time',
  satnogs: 'from SatNOGS DB',
  csv: 'from imported carriers',
  television: 'from a television list',
  slot: 'from a television list, for its orbital slot alone: another satellite there may send it',
};

/** Source of shared frequencies in words. */
export function sourceText({ source, isAssumed }: Pick<Overlap, 'source' | 'isAssumed'>): string {
  return `${SOURCES[source] ?? source}${isAssumed ? '; its width is assumed' : ''}`;
}

/** Another satellite over a site, as the page shows it. */
export interface Interferer extends Direction {
  noradNumber: number;
  name: string;
  /** Operator of the satellite; undefined if the catalogue knows none. */
  operator: string | undefined;
  /** Angle to the tracked satellite in degrees. */
  separationDeg: number;
  /** Frequencies shared with the tracked satellite; undefined if there are none or they are not known. */
  overlap: Overlap | undefined;
}

/** Sky over a site at one instant. */
export interface Sky {
  /** Direction and distance of the tracked satellite; undefined if it cannot be propagated. */
  tracked: Look | undefined;
  /** Whether the tracked satellite is up (minimum elevation, horizon mask); if not, nobody interferes. */
  isInView: boolean;
  /** Elevation in degrees from which satellites count, unless their emitter has a higher one. */
  minElevationDeg: number;
  /**
   * Whether a downlink of the tracked satellite is known; if not, an empty list does not mean that nobody interferes.
   */
  isDownlinkKnown: boolean;
  /** Number of other satellites that count, including those that `interferers` leaves out, without co-located ones. */
  count: number;
  /** Sorted by separation, the nearest first. */
  interferers: readonly Interferer[];
  /** Names of satellites co-located with the tracked one, such as a docked ship, which are no interferers. */
  colocated: readonly string[];
}

const UNKNOWN_OPERATOR = 'Unknown';

export function operatorOf({ operator }: Pick<Interferer, 'operator'>): string {
  return operator ?? UNKNOWN_OPERATOR;
}

/** Text of a beam, the largest separation in it: `2.5°`. */
export function degText(deg: number): string {
  return `${Number(deg.toFixed(2))}°`;
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

/** Text about satellites co-located with the tracked one; undefined if there are none. */
export function colocatedText({ length }: ArrayLike<unknown>): string | undefined {
  return length === 0 ? undefined : `${length} co-located ${length === 1 ? 'satellite' : 'satellites'} not counted`;
}
