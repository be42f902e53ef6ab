import { CLEAR_COLOUR, partOf, type Scale, SCALE_COLOURS, ticksOf } from '../map/scale.js';
import { styleColour } from '../theme.js';

/** What stands above and below a picture. */
export interface Caption {
  title: string;
  /** What it shows, and when. */
  subtitle: string;
  scale: Scale;
  /** What the colours of the scale mean. */
  legend: string;
}

const HEAD_PX = 58;
const FOOT_PX = 58;
const MARGIN_PX = 16;
const BAR_PX = 260;
/** Least width, for the caption. */
const LEAST_PX = 640;
const DENSITY = 2;
const FONT = 'system-ui, sans-serif';

function paintCaption(context: CanvasRenderingContext2D, width: number, height: number, caption: Caption): void {
  const { title, subtitle, scale, legend } = caption;
  const write = (text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = 'left') => {
    Object.assign(context, { font: `${font} ${FONT}`, fillStyle: styleColour(colour), textAlign: align });
    context.fillText(text, x, y, width - 2 * MARGIN_PX);
  };
  write(title, MARGIN_PX, 26, '600 17px', 'ink');
  write(subtitle, MARGIN_PX, 46, '13px', 'soft');
  const top = height - FOOT_PX + 22;
  write(legend, MARGIN_PX, top - 7, '600 12px', 'ink');
  context.fillStyle = CLEAR_COLOUR;
  context.fillRect(MARGIN_PX, top, 30, 10);
  write('clear', MARGIN_PX, top + 24, '12px', 'soft');
  const left = MARGIN_PX + 46;
  const colours = context.createLinearGradient(left, 0, left + BAR_PX, 0);
  for (const [index, colour] of SCALE_COLOURS.entries())
    colours.addColorStop(index / (SCALE_COLOURS.length - 1), colour);
  context.fillStyle = colours;
  context.fillRect(left, top, BAR_PX, 10);
  for (const tick of ticksOf(scale)) {
    write(String(Math.max(1, tick)), left + partOf(scale, tick) * BAR_PX, top + 24, '12px', 'soft', 'center');
  }
  write('Sidelobe · counts of satellites, not levels of signals', width - MARGIN_PX, top + 24, '12px', 'soft', 'right');
}

/** Paints the canvases of an element, and the texts within it that `texts` selects, where they stand. */
function paintElement(context: CanvasRenderingContext2D, element: HTMLElement, texts: string): void {
  for (const part of element.querySelectorAll('canvas')) {
    const { left, top, width, height } = part.getBoundingClientRect();
    if (width > 0 && height > 0) context.drawImage(part, left, top, width, height);
  }
  context.textBaseline = 'middle';
  for (const part of element.querySelectorAll(texts)) {
    const { left, top, height } = part.getBoundingClientRect();
    const { color, fontSize, fontWeight } = getComputedStyle(part);
    Object.assign(context, { font: `${fontWeight} ${fontSize} ${FONT}`, fillStyle: color, textAlign: 'left' });
    context.fillText(part.textContent ?? '', left, top + height / 2);
  }
}

/** Picture of elements below each other, with a caption: their canvases, and the texts that `texts` selects. */
export function pictureOf(elements: readonly HTMLElement[], texts: string, caption: Caption): HTMLCanvasElement {
  const bounds = elements.map((element) => element.getBoundingClientRect());
  const width = Math.max(LEAST_PX, ...bounds.map((one) => one.width)) + 2 * MARGIN_PX;
  const height = bounds.reduce((sum, one) => sum + one.height + MARGIN_PX, HEAD_PX + FOOT_PX);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * DENSITY), height: Math.round(height * DENSITY) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2d canvas');
  context.scale(DENSITY, DENSITY);
  context.fillStyle = styleColour('ground');
  context.fillRect(0, 0, width, height);
  paintCaption(context, width, height, caption);
  let top = HEAD_PX;
  for (const [index, element] of elements.entries()) {
    const { left, top: from, height: high } = bounds[index] as DOMRect;
    context.save();
    context.translate(MARGIN_PX - left, top - from);
    paintElement(context, element, texts);
    context.restore();
    top += high + MARGIN_PX;
  }
  return canvas;
}

/** The picture as a PNG file. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png');
  });
}
