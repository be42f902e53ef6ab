import type { ComponentChildren } from 'preact';

/** Gap between the pointer and the card. */
const GAP_PX = 12;

interface HoverCardProps {
  /** Point of the pointer, and the size of the picture; the card lies in the quarter that has room for it. */
  at: { x: number; y: number; widthPx: number; heightPx: number };
  children: ComponentChildren;
}

export function HoverCard({ at: { x, y, widthPx, heightPx }, children }: HoverCardProps) {
  const across = x > widthPx / 2 ? { right: widthPx - x + GAP_PX } : { left: x + GAP_PX };
  const down = y > heightPx / 2 ? { bottom: heightPx - y + GAP_PX } : { top: y + GAP_PX };
  return (
    <div class="hover-card" style={{ ...across, ...down }}>
      {children}
    </div>
  );
}
