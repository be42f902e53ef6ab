import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useEvent } from '../loading/useEvent.js';

/** Least distance of a panel from the right edge of the browser's window. */
const EDGE_PX = 16;

/** Moves a newly opened panel to the left if it would reach beyond the right edge of the browser's window. */
function keepInside({ currentTarget }: JSX.TargetedEvent<HTMLDetailsElement>): void {
  const body = currentTarget.lastElementChild as HTMLElement;
  body.style.translate = '';
  const { right } = body.getBoundingClientRect();
  body.style.translate = `${Math.min(0, innerWidth - EDGE_PX - right)}px`;
}

function close(details: HTMLDetailsElement): void {
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** Closes the panel that has the focus, and moves the focus to the panel's button. */
export function closePopover(): void {
  const details = document.activeElement?.closest('details');
  if (details) close(details);
}

/** Panel below a button, open until something else is pressed or has the focus, or Escape is pressed. */
export function Popover({
  label,
  summary,
  class: look = '',
  children,
}: {
  label: string;
  summary: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) {
  const panel = useRef<HTMLDetailsElement>(null);
  useEvent(document, 'pointerdown', ({ target }: PointerEvent) => {
    if (panel.current && !panel.current.contains(target as Node)) panel.current.open = false;
  });
  useEvent(document, 'keydown', (event: KeyboardEvent) => {
    const { key, defaultPrevented } = event;
    // A dialog that was opened from the panel takes Escape itself.
    if (key !== 'Escape' || defaultPrevented || !panel.current?.open || panel.current.querySelector('dialog')) return;
    event.preventDefault();
    close(panel.current);
  });
  return (
    <details
      ref={panel}
      class={`popover ${look}`}
      onToggle={keepInside}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary class="button" title={label}>
        {summary}
      </summary>
      <div class="popover-body">{children}</div>
    </details>
  );
}
