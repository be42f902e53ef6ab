import { meanMotionAt } from '../describe.js';
import { matching, number, readTable, text, whole } from '../tables/table.js';
import { type GeneratedSatellite, type Node, node, raanDegOf, wrapDeg } from './orbits.js';

/** Pattern of nearly circular orbits in planes that are evenly spaced about the Earth's axis. */
export interface Shell {
  /** Key of the built-in constellation table, whose pattern the name matches. */
  constellation: string;
  /**
   * Pattern of names: `{plane}` and `{slot}` become their numbers from 01, with two digits at least, `{letter}` the
   * plane from A, `{digit}` the slot from 1.
   */
  name: string;
  /**
   * Walker's T/P/F (Journal of the British Interplanetary Society 37, 559, 1984): T satellites in P planes; satellite s
   * of plane p stands at the argument of latitude 360 (s P + F p) / T. Where filings leave F open, it is chosen so that
   * neighbours in adjacent planes do not cross the equator together.
   */
  walker: `${number}/${number}/${number}`;
  altitudeKm: number;
  inclinationDeg: number;
  /**
   * Degrees from the first plane's node to that of the plane that would follow the last: 360 for Walker's delta
   * pattern.
   */
  spreadDeg: number;
  firstNode: Node;
  /** Eccentricity of a frozen orbit: the argument of its perigee stays at 90 degrees. */
  eccentricity: number;
  bstar: number;
  /**
   * Step between generated slots of a plane: 2 generates every second one. A large constellation keeps its pattern at
   * part of its size.
   */
  every: number;
  /** Publication of the pattern. Where it gives no number of planes, the division into planes is assumed. */
  source: string;
}

/** Every Walker pattern of the bundled catalogue, in the order of its catalogue numbers. */
export const SHELLS: readonly Shell[] = readTable<Shell>('shells.csv', {
  constellation: text,
  name: text,
  walker: matching(/^\d+\/\d+\/\d+$/, 'T/P/F, as 66/6/3'),
  altitudeKm: number(200, 40_000),
  inclinationDeg: number(0, 180),
  spreadDeg: number(0, 360),
  firstNode: node,
  eccentricity: number(0, 0.1),
  bstar: number(0, 1),
  every: whole(1, 100),
  source: text,
});

const FROZEN_ARG_PERIGEE_DEG = 90;

function named(template: string, plane: number, slot: number): string {
  return template
    .replace('{plane}', String(plane + 1).padStart(2, '0'))
    .replace('{slot}', String(slot + 1).padStart(2, '0'))
    .replace('{letter}', String.fromCodePoint(65 + plane))
    .replace('{digit}', String(slot + 1));
}

/** Generates the satellites of a shell, plane by plane. */
export function generateShell(shell: Shell, epochUs: number): GeneratedSatellite[] {
  const { spreadDeg, every } = shell;
  const [total, planes, phasing] = shell.walker.split('/').map(Number) as [number, number, number];
  const perPlane = total / planes;
  const firstRaanDeg = raanDegOf(shell.firstNode, epochUs);
  const meanMotionRevPerDay = meanMotionAt(shell.altitudeKm);
  const generated: GeneratedSatellite[] = [];
  for (let plane = 0; plane < planes; plane += 1) {
    for (let slot = 0; slot < perPlane; slot += every) {
      const argLatitudeDeg = 360 * (slot / perPlane + (phasing * plane) / total);
      generated.push({
        name: named(shell.name, plane, slot),
        orbit: {
          meanMotionRevPerDay,
          eccentricity: shell.eccentricity,
          inclinationDeg: shell.inclinationDeg,
          raanDeg: wrapDeg(firstRaanDeg + (spreadDeg * plane) / planes),
          argPerigeeDeg: FROZEN_ARG_PERIGEE_DEG,
          meanAnomalyDeg: wrapDeg(argLatitudeDeg - FROZEN_ARG_PERIGEE_DEG),
          bstar: shell.bstar,
        },
      });
    }
  }
  return generated;
}
