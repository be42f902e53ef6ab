import { useEvent } from '../loading/useEvent.js';
import type { Workspace } from './useWorkspace.js';

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
