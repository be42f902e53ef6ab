/** Red, green and blue, 0 to 255, of a colour such as `#0b5f8f`. */
function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
}

/** Colour at a fraction (0 to 1) of a line through evenly spaced colours, all written as `#rrggbb`. */
export function between(colours: readonly string[], part: number): string {
  const place = Math.min(1, Math.max(0, part)) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  const high = channelsOf(colours[index + 1] as string);
  const mixed = channelsOf(colours[index] as string).map((low, i) =>
    Math.round(low + (place - index) * ((high[i] as number) - low)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Opaque pixel as a little-endian word: the layout of ImageData on every machine with a browser. */
export function pixelOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
