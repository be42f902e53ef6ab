import { useEffect, useRef } from 'preact/hooks';

/** Elements that do something of their own with Space and Escape. */
const OWN_KEYS = 'input:not([type=range]), select, textarea, button, a, summary, dialog';

/** Keys of the whole view: Space plays and pauses, Escape leaves the sky for the map. */
export function useStageKeys(isSky: boolean, toggle: () => void, leaveSky: () => void): void {
  const current = useRef({ isSky, toggle, leaveSky });
  current.current = { isSky, toggle, leaveSky };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
      if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return;
      const isOwn = target instanceof Element && target.closest(OWN_KEYS) !== null;
      if (event.key === ' ' && !isOwn) {
        event.preventDefault();
        current.current.toggle();
      } else if (event.key === 'Escape' && current.current.isSky && !(target instanceof HTMLInputElement)) {
        current.current.leaveSky();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
