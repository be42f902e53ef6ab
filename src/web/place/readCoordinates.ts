import type { Place } from '../data/geodetic.js';

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const SIGNED = `[-+]?${NUMBER}`;
/** Two numbers with a comma between, or with blanks or a semicolon, which leaves the comma to the decimals. */
const PLAIN = [
  /^([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)$/,
  new RegExp(`^(${SIGNED})(?:\\s*[;,]\\s+|\\s*;\\s*|\\s+)(${SIGNED})$`),
];
/** Degrees, then minutes and seconds where they are given. */
const ANGLE = String.raw`${NUMBER}\s*(?:[°d\s]\s*)?(?:${NUMBER}\s*(?:['m\s]\s*)?(?:${NUMBER}\s*["s]?\s*)?)?`;
/** An angle with its hemisphere before it or behind. */
const HEMISPHERES = [
  new RegExp(`^(?<one>${ANGLE})(?<a>[NSEW])[\\s,;]*(?<two>${ANGLE})(?<b>[NSEW])$`, 'i'),
  new RegExp(`^(?<a>[NSEW])\\s*(?<one>${ANGLE})[\\s,;]*(?<b>[NSEW])\\s*(?<two>${ANGLE})$`, 'i'),
];
/** Two signed angles in degrees and minutes, without letters. */
const SEXAGESIMAL = new RegExp(
  String.raw`^([-+]?)(\d+°\s*${NUMBER}'(?:\s*${NUMBER}")?)[\s,;]+([-+]?)(\d+°\s*${NUMBER}'(?:\s*${NUMBER}")?)$`,
);

/** Degrees of an angle; undefined where its minutes or seconds are 60 or more. */
function degreesOf(text: string): number | undefined {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = (text.match(new RegExp(NUMBER, 'g')) ?? []).map((part) =>
    Number(part.replace(',', '.')),
  );
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : undefined;
}

/** Letters and signs that are written in several ways, written in one. */
function simplified(text: string): string {
  return text
    .trim()
    .replaceAll(/[’′ʹ]/g, "'")
    .replaceAll(/[”″ʺ]|''/g, '"')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll('−', '-')
    .replaceAll(/\bO\b/gi, 'E');
}

function inRange(latDeg: number | undefined, lonDeg: number | undefined): Place | undefined {
  if (latDeg === undefined || lonDeg === undefined) return undefined;
  return Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180 ? { latDeg, lonDeg } : undefined;
}

function readHemispheres(text: string): Place | undefined {
  for (const pattern of HEMISPHERES) {
    const { one = '', two = '', a = '', b = '' } = pattern.exec(text)?.groups ?? {};
    const angles = new Map(
      [
        [a, one],
        [b, two],
      ].map(([letter = '', angle = '']) => {
        const degrees = degreesOf(angle);
        const isNegative = /[SW]/i.test(letter);
        return [/[NS]/i.test(letter) ? 'lat' : 'lon', degrees === undefined || !isNegative ? degrees : -degrees];
      }),
    );
    const place = inRange(angles.get('lat'), angles.get('lon'));
    if (place) return place;
  }
  return undefined;
}

/**
 * Place from coordinates as people write them: `52.52, 13.405`, `52,52 13,405`, `52.52N 13.405E`, `52°31.2'N 13°24.3'E`;
 * latitude first where no letter says otherwise. Undefined for anything else.
 */
export function readCoordinates(typed: string): Place | undefined {
  const text = simplified(typed);
  for (const pattern of PLAIN) {
    const [, lat, lon] = pattern.exec(text) ?? [];
    if (lat !== undefined && lon !== undefined) {
      return inRange(Number(lat.replace(',', '.')), Number(lon.replace(',', '.')));
    }
  }
  const [, latSign, lat, lonSign, lon] = SEXAGESIMAL.exec(text.replaceAll(/°(?=[\s,;]|$)/g, '')) ?? [];
  if (lat !== undefined && lon !== undefined) {
    const signed = (sign: string | undefined, angle: string) => {
      const degrees = degreesOf(angle);
      return degrees !== undefined && sign === '-' ? -degrees : degrees;
    };
    return inRange(signed(latSign, lat), signed(lonSign, lon));
  }
  return readHemispheres(text.replaceAll(/°(?=\s*[NSEW,;]|$)/gi, ''));
}
