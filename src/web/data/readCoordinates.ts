import type { Place } from './geodetic.js';

/** Hint for people who type coordinates. */
export const COORDINATES_HINT = "Degrees north, then east: 52.52, 13.405 or 52°31.2'N 13°24.3'E";

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
/** Pattern of an angle: degrees, then perhaps minutes, then perhaps seconds. */
const ANGLE = String.raw`${NUMBER}\s*(?:[°d\s]\s*)?(?:${NUMBER}\s*(?:['m\s]\s*)?(?:${NUMBER}\s*["s]?\s*)?)?`;
const MINUTES = String.raw`\d+°\s*${NUMBER}'(?:\s*${NUMBER}")?`;

/** Ways to write two angles, with a sign or a hemisphere each. */
const PAIRS = [
  // Numbers with decimal points, separated by a comma; then numbers whose decimals may follow a comma, separated by
  // blanks, a semicolon, or a comma and blanks.
  String.raw`(?<a>[-+]?)(?<one>\d+(?:\.\d+)?)\s*,\s*(?<b>[-+]?)(?<two>\d+(?:\.\d+)?)`,
  String.raw`(?<a>[-+]?)(?<one>${NUMBER})(?:\s*[;,]\s+|\s*;\s*|\s+)(?<b>[-+]?)(?<two>${NUMBER})`,
  String.raw`(?<a>[-+]?)(?<one>${MINUTES})[\s,;]+(?<b>[-+]?)(?<two>${MINUTES})`,
  String.raw`(?<one>${ANGLE})(?<a>[NSEW])[\s,;]*(?<two>${ANGLE})(?<b>[NSEW])`,
  String.raw`(?<a>[NSEW])\s*(?<one>${ANGLE})[\s,;]*(?<b>[NSEW])\s*(?<two>${ANGLE})`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'));

/** Degrees of an angle, below 0 for `-`, `S` and `W`; NaN if its minutes or seconds are 60 or more. */
function degreesOf(sign: string, angle: string): number {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = (angle.match(new RegExp(NUMBER, 'g')) ?? []).map((part) =>
    Number(part.replace(',', '.')),
  );
  const size = minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : Number.NaN;
  return /[-SW]/i.test(sign) ? -size : size;
}

/** Text with one spelling of primes, degree and minus signs. */
function simplified(text: string): string {
  return text
    .trim()
    .replaceAll(/[’′ʹ]/g, "'")
    .replaceAll(/[”″ʺ]|''/g, '"')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll('−', '-');
}

/**
 * Place from coordinates as people write them: `52.52, 13.405`, `52,52 13,405`, `52.52N 13.405E` or
 * `52°31.2'N 13°24.3'E`; latitude first unless letters say otherwise. Undefined for anything else.
 */
export function readCoordinates(typed: string): Place | undefined {
  const text = simplified(typed);
  for (const pattern of PAIRS) {
    const { a = '', one, b = '', two } = pattern.exec(text)?.groups ?? {};
    if (one === undefined || two === undefined) continue;
    const angles = [degreesOf(a, one), degreesOf(b, two)] as const;
    const [latDeg, lonDeg] = /[EW]/i.test(a) ? (angles.toReversed() as [number, number]) : angles;
    const areBoth = /[NS][EW]|[EW][NS]|^[-+]*$/i.test(a + b);
    return areBoth && Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180 ? { latDeg, lonDeg } : undefined;
  }
  return undefined;
}
