import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useEvent } from '../loading/useEvent.js';

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * Sheet at the side of a view, which stays usable: a place can be picked on its map. The first field gets the focus;
 * Escape closes the sheet, and the focus goes back to where it was.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const id = useId();
  const sheet = useRef<HTMLElement>(null);
  // A layout effect moves the focus before the next key arrives.
  useLayoutEffect(() => {
    const from = document.activeElement;
    const field = sheet.current?.querySelector<HTMLElement>('input, textarea');
    field?.focus({ preventScroll: true });
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  // Listens on the window, because the map beside the sheet may have the focus.
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
