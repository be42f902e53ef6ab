/** A task that can go on in another one ends after so many milliseconds, for others to have their turn. */
export const PORTION_MS = 4;
