import { type Frame, scalePx } from './projection.js';
import { barKm } from './scaleBar.js';
import type { Theme } from './theme.js';

const EARTH_KM = 6371;
const MARGIN_PX = 14;

/** Paints how long a distance is: in the middle of the globe, along the meridians of the flat map. */
export function paintScaleBar(context: CanvasRenderingContext2D, frame: Frame, theme: Theme): void {
  const kmPerPx = EARTH_KM / scalePx(frame);
  const km = barKm(kmPerPx);
  const length = km / kmPerPx;
  const x = frame.widthPx - MARGIN_PX - length;
  const y = frame.heightPx - MARGIN_PX;
  const bar = new Path2D();
  bar.moveTo(x, y - 5);
  bar.lineTo(x, y);
  bar.lineTo(x + length, y);
  bar.lineTo(x + length, y - 5);
  context.lineWidth = 3.5;
  context.strokeStyle = theme.labelHalo;
  context.stroke(bar);
  context.lineWidth = 1.2;
  context.strokeStyle = theme.text;
  context.stroke(bar);
  context.font = '500 11px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.lineWidth = 3.5;
  context.strokeStyle = theme.labelHalo;
  const text = `${km.toLocaleString('en')} km`;
  context.strokeText(text, x + length, y - 8);
  context.fillStyle = theme.text;
  context.fillText(text, x + length, y - 8);
  context.textAlign = 'left';
}
