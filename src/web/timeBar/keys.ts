import { DAY_MS, EPOCH_MS } from '../../spec.js';

const HOUR_MS = 60 * EPOCH_MS;

/** Pressed key, of a keyboard event. */
interface Pressed extends Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean> {
  key: string;
  preventDefault: () => void;
}

/** Milliseconds by which a key moves the shown instant; undefined for keys that do nothing to the time. */
export function stepOfKey({ key, shiftKey }: Pick<Pressed, 'key' | 'shiftKey'>): number | undefined {
  const isForward = key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp';
  const isBackward = key === 'ArrowLeft' || key === 'ArrowDown' || key === 'PageDown';
  if (!isForward && !isBackward) return undefined;
  const stepMs = key.startsWith('Page') ? DAY_MS : shiftKey ? HOUR_MS : EPOCH_MS;
  return isForward ? stepMs : -stepMs;
}

/** Acts on a key that leads to another instant, or on N and P, which lead to the next and the previous pass. */
export function followKey(
  event: Pressed,
  { timeMs, goTo }: { timeMs: number; goTo: (ms: number) => void },
  onPass: (direction: 1 | -1) => void,
): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const stepMs = stepOfKey(event);
  if (stepMs !== undefined) goTo(timeMs + stepMs);
  else if (key === 'n' || key === 'p') onPass(key === 'n' ? 1 : -1);
  else return;
  event.preventDefault();
}
