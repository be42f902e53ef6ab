import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useEvent } from '../loading/useEvent.js';

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * Sheet at the side: what is beside it can be used meanwhile, as a map from which a place is taken. Its first field gets the
 * focus; Escape closes it, and the focus goes back to where it was.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const id = useId();
  const sheet = useRef<HTMLElement>(null);
  // A layout effect, so that what is typed next goes there.
  useLayoutEffect(() => {
    const from = document.activeElement;
    const field = sheet.current?.querySelector<HTMLElement>('input, textarea');
    field?.focus({ preventScroll: true });
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  // Also while the map beside it has the focus.
  useEvent(window, 'keydown', (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onClose();
  });
  return (
    <section ref={sheet} class="sheet" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </section>
  );
}
