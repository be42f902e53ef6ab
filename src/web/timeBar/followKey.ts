import { epochOfKey } from './marks.js';

interface TimeKeys {
  /** Shown epoch, and the last that there is. */
  epoch: number;
  last: number;
  onEpoch: (epoch: number) => void;
  /** Goes to the next pass, or the one before. */
  onPass: ((direction: 1 | -1) => void) | undefined;
}

/**
 * Acts on a key that leads to another epoch or, for N and P, to another pass.
 *
 * @param key name of the key, or of another key that it acts like
 */
export function followKey(event: KeyboardEvent, { epoch, last, onEpoch, onPass }: TimeKeys, key = event.key): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = ({ n: 1, p: -1 } as Record<string, 1 | -1 | undefined>)[key];
  const next = epochOfKey({ key, shiftKey: event.shiftKey }, epoch);
  if (direction !== undefined && onPass) onPass(direction);
  else if (next === undefined) return;
  else onEpoch(Math.min(last, Math.max(0, next)));
  event.preventDefault();
}
