import { createPassJoiner, type PassJoiner } from '../../core/joinPasses.js';
import { type ClearTimes, clearTimes } from './clearTimes.js';
import type { SkyPass } from './skyAnalysis.js';

type Met = SkyPass['encounters'] extends Iterable<infer One> ? One : never;

/** Pass with its encounters as objects, which may have more fields than encounters of one window. */
export type JoinedPass<E extends Met = Met> = Omit<SkyPass, 'encounters' | 'near'> & {
  encounters: readonly E[];
  near: readonly E[];
};

/**
 * Makes a joiner of passes with their encounters. Two parts of an encounter that midnight cuts are joined too: the
 * closest moment is that of the part that comes nearer.
 */
export function createSkyJoiner<E extends Met>(): PassJoiner<JoinedPass<E>> {
  return createPassJoiner<JoinedPass<E>>('aosUs', 'losUs', (before, after) => {
    const encounters = joinEncounters(before.encounters, after.encounters);
    const clear = clearTimes({ aosUs: before.aosUs, losUs: after.losUs }, encounters);
    const colocated = [...new Set([...before.colocated, ...after.colocated])].sort((a, b) => a - b);
    return { encounters, colocated, ...clear, near: joinNear(before, after, clear) };
  });
}

/**
 * Joins the closest moments of satellites that pass by the beam while it is clear. One at midnight is left out: the
 * satellite comes still nearer on the other side. Only the longest clear stretch of each part was searched for them.
 */
function joinNear<E extends Met>(before: JoinedPass<E>, after: JoinedPass<E>, { clear }: ClearTimes): E[] {
  if (clear === undefined) return [];
  const { fromUs, toUs } = clear;
  return [...before.near, ...after.near].filter(
    ({ closestUs }) => closestUs >= fromUs && closestUs <= toUs && closestUs !== after.aosUs,
  );
}

/**
 * Joins the encounters of two parts of a pass. An encounter that the end of the first part cuts is continued by the
 * same satellite's encounter that the begin of the second part cuts.
 */
function joinEncounters<E extends Met>(before: readonly E[], after: readonly E[]): E[] {
  const cut = new Map(before.flatMap((it) => (it.leavesCut ? [[it.norad, it] as const] : [])));
  const joined = after.flatMap((it) => {
    const begun = it.entersCut ? cut.get(it.norad) : undefined;
    if (begun === undefined) return [it];
    cut.delete(it.norad);
    const nearest = it.closestDeg < begun.closestDeg ? it : begun;
    const farthestDeg = Math.max(it.farthestDeg, begun.farthestDeg);
    const { entersUs, entersCut } = begun;
    return [{ ...nearest, entersUs, entersCut, leavesUs: it.leavesUs, leavesCut: it.leavesCut, farthestDeg }];
  });
  const left = before.filter((it) => !it.leavesCut || cut.has(it.norad));
  return [...left, ...joined].sort((a, b) => a.entersUs - b.entersUs || a.norad - b.norad);
}
