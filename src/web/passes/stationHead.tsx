import { useMemo } from 'preact/hooks';
import { useCanvas } from '../components/useCanvas.js';
import type { Receiver } from '../data/receiver.js';
import { styleColour } from '../theme.js';
import { midnights } from '../time.js';
import type { ListedPass } from './listing.js';
import { hoursOf } from './passOrder.js';

const HOURS = 168;
const HOUR_MS = 3_600_000;

interface StationHeadProps {
  receiver: Receiver;
  /** All passes over the receiver in the window. */
  passes: readonly ListedPass[];
  /** Begin of the window. */
  startMs: number;
  /** Text at the right. */
  told: string;
}

/**
 * Head of a receiver's passes: its name, and the hours of the window as a strip. In each hour with passes, the green
 * part is the share of their time with nobody in the beam; the rest is red.
 */
export function StationHead({ receiver, passes, startMs, told }: StationHeadProps) {
  const hours = useMemo(() => hoursOf(passes, startMs, HOURS), [passes, startMs]);
  const hasMask = (receiver.station?.horizon_mask ?? []).length > 0;
  const { canvas } = useCanvas(
    ({ context, width, height }) => {
      const wide = width / HOURS;
      for (const [hour, { upSeconds, metSeconds }] of hours.entries()) {
        if (upSeconds === 0) continue;
        const clear = Math.round(height * (1 - metSeconds / upSeconds));
        context.fillStyle = styleColour('alarm');
        context.fillRect(hour * wide, 0, Math.max(1, wide - 0.5), height - clear);
        context.fillStyle = styleColour('clear');
        context.fillRect(hour * wide, height - clear, Math.max(1, wide - 0.5), clear);
      }
      context.fillStyle = styleColour('ground');
      for (const ms of midnights(startMs, startMs + HOURS * HOUR_MS)) {
        context.fillRect(((ms - startMs) / HOUR_MS) * wide - 1, 0, 2, height);
      }
    },
    [hours],
  );
  return (
    <div class="station-head">
      <h3 class="cut">{receiver.name}</h3>
      <span class="hint small">
        {hasMask && <span title="Its horizon mask hides low parts of passes">with its horizon mask · </span>}
        {told}
      </span>
      <canvas ref={canvas} class="hours" aria-hidden="true" title="The week, hour by hour: green is clear" />
    </div>
  );
}
