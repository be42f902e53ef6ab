/** Status codes of the core that the host tells apart (assembly/status.ts). */
export const STATUS = {
  ok: 0,
  belowLowestAltitude: 7,
  cancelled: 16,
  needsFill: 17,
} as const;

const PROPAGATION_ERRORS: Readonly<Record<number, string>> = {
  0: 'nothing is wrong',
  1: 'mean eccentricity or semi-major axis out of range',
  2: 'mean motion below zero',
  3: 'perturbed eccentricity out of range',
  4: 'semi-latus rectum below zero',
  5: 'epoch elements are sub-orbital',
  6: 'decayed: below the surface',
  7: 'below 90 km',
  8: 'more than 3653 days from the epoch',
};

/** Puts the status of a propagation, 0 to 8, into words. */
export function propagationError(status: number): string {
  return PROPAGATION_ERRORS[status] ?? `unknown status ${status}`;
}
