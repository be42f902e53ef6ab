import type { ComponentChildren } from 'preact';

/** Panel below a button, open until it is left or Escape is pressed. */
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
  const close = (details: HTMLDetailsElement) => {
    details.open = false;
    details.querySelector('summary')?.focus();
  };
  return (
    <details
      class={`popover ${look}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.open) return;
        event.preventDefault();
        close(event.currentTarget);
      }}
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
