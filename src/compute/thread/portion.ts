/** Time in ms after which a task that can go on in another one ends, so that others have their turn. */
export const PORTION_MS = 4;
