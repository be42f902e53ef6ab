/** Colours as `#rrggbb`, mixed in Oklab (Ottosson 2020, bottosson.github.io/posts/oklab), where even steps look even. */

type Triple = [number, number, number];

function linear(hex: string, from: number): number {
  const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function byte(linearValue: number): number {
  const value = Math.min(1, Math.max(0, linearValue));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}

/** Linear red, green and blue, 0 to 1. */
export function linearRgb(hex: string): Triple {
  return [linear(hex, 1), linear(hex, 3), linear(hex, 5)];
}

/** Lightness 0 to 1, green to red, blue to yellow, of linear red, green and blue. */
export function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOfOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Colour at `part` (0 to 1) of a line through evenly spaced colours. */
export function between(colours: readonly string[], part: number): string {
  const place = Math.min(1, Math.max(0, part)) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  const low = oklab(linearRgb(colours[index] as string));
  const high = oklab(linearRgb(colours[index + 1] as string));
  const rest = place - index;
  return hexOfOklab([
    low[0] + rest * (high[0] - low[0]),
    low[1] + rest * (high[1] - low[1]),
    low[2] + rest * (high[2] - low[2]),
  ]);
}

/** Opaque pixel as a little-endian word: the layout of ImageData on every machine with a browser. */
export function pixelOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
