import { useCanvas } from '../components/useCanvas.js';
import { cellColours, paintRow } from '../heat/paintRow.js';
import type { Scale } from '../map/scale.js';
import type { Counts } from '../place/week.js';

/** Hours of a station as cells on the scale; out of view the ground shows. */
export function HourStrip({ hours, scale }: { hours: Counts; scale: Scale }) {
  const { canvas } = useCanvas(
    ({ context, width, height, density }) =>
      paintRow(context, hours, cellColours(scale), { x: 0, y: 0, width, height, density }),
    [hours, scale],
  );
  return <canvas ref={canvas} class="hours" aria-hidden="true" />;
}
