import { useLayoutEffect, useRef } from 'preact/hooks';
import { pixelOf } from '../map/colour.js';
import { colourOf, type Scale } from '../map/scale.js';
import { NOT_COUNTED } from '../place/counts.js';

/** Colour of hours in view of which no count tells. */
export const NOT_COUNTED_COLOUR = '#8695a4';

/** Hours of a station as colours, a pixel each; out of view the ground shows. */
export function HourStrip({ hours, scale }: { hours: Int16Array; scale: Scale }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(hours.length, 1);
    const pixels = new Uint32Array(image.data.buffer);
    for (const [hour, count] of hours.entries()) {
      if (count >= 0) pixels[hour] = pixelOf(colourOf(scale, count));
      else if (count === NOT_COUNTED) pixels[hour] = pixelOf(NOT_COUNTED_COLOUR);
    }
    context.putImageData(image, 0, 0);
  }, [hours, scale]);
  return <canvas ref={canvas} class="hours" width={hours.length} height={1} aria-hidden="true" />;
}
