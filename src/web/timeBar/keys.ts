import { DAY_MS, EPOCH_MS } from '../../spec.js';
import { useEvent } from '../loading/useEvent.js';
import type { Workspace } from '../workspace/useWorkspace.js';

const HOUR_MS = 60 * EPOCH_MS;

/** Milliseconds by which a key moves the shown instant; undefined for keys that do nothing to the time. */
export function stepOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): number | undefined {
  const isForward = key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp';
  const isBackward = key === 'ArrowLeft' || key === 'ArrowDown' || key === 'PageDown';
  if (!isForward && !isBackward) return undefined;
  const stepMs = key.startsWith('Page') ? DAY_MS : shiftKey ? HOUR_MS : EPOCH_MS;
  return isForward ? stepMs : -stepMs;
}

/** Acts on a key that leads to another instant or, for N and P, to another pass. */
export function followKey(
  event: KeyboardEvent,
  { timeMs, goTo }: Pick<Workspace, 'timeMs' | 'goTo'>,
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

/** Elements that react to Space on their own: while one of them has the focus, Space does not play or pause. */
const OWN_KEYS = 'input:not([type=range]), select, textarea, button, a, summary, dialog';

/** Keys of the whole workspace: Space plays and pauses, Escape leaves sky and spectrum for the globe. */
export function useWorkspaceKeys({ view, change, play }: Pick<Workspace, 'view' | 'change' | 'play'>): void {
  useEvent(window, 'keydown', (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return;
    const isOwn = target instanceof Element && target.closest(OWN_KEYS) !== null;
    if (key === ' ' && !isOwn) {
      event.preventDefault();
      play.toggle();
    } else if (
      key === 'Escape' &&
      (view.stage === 'sky' || view.stage === 'spectrum') &&
      !(target instanceof HTMLInputElement)
    ) {
      change({ stage: 'globe' }, { replace: true });
    }
  });
}
