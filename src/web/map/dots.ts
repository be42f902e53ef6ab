/** Other satellites of one minute. */
export interface OtherDots {
  /** Latitude and longitude of the place below each satellite, in degrees, satellite by satellite. */
  places: Float32Array;
  /** Operator of each satellite, as an index into `tints`; undefined while operators are not known. */
  kinds: ArrayLike<number> | undefined;
  /** Index of each operator's colour in the theme; undefined for operators that are switched off. */
  tints: readonly (number | undefined)[];
}

/** Another satellite within the beam from the chosen place. */
export interface InBeam {
  name: string;
  latDeg: number;
  lonDeg: number;
}

/** Colour in the theme of satellites whose operator has none of its own, or is not known. */
export const REST = 6;

/** Index of a satellite's colour in the theme; undefined where its operator is switched off. */
export function tintOf({ kinds, tints }: OtherDots, index: number): number | undefined {
  return kinds ? tints[kinds[index] ?? -1] : REST;
}
