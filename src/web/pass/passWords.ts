import { durationText, fromNow } from '../time.js';

interface Times {
  aosMs: number;
  losMs: number;
}

/** Time from now to a pass in words: `in 22 min`, `up now, sets in 3 min`, `2 h ago`; undefined beyond two days. */
export function whenText({ aosMs, losMs }: Times, nowMs: number): string | undefined {
  if (nowMs < aosMs || nowMs >= losMs) return fromNow(nowMs < aosMs ? aosMs : losMs, nowMs);
  const sets = fromNow(losMs, nowMs);
  return sets === undefined || sets === 'now' ? 'up now' : `up now, sets ${sets}`;
}

/** Short duration: `12.5 s`, from a minute on `1 min 05 s`. */
export function secondsText(seconds: number): string {
  return seconds < 60 ? `${Number(seconds.toFixed(1))} s` : durationText(seconds);
}

/** Passes of the same satellite over the same receiver before and after a pass. */
export function passesBeside<P extends Times & { key: string; satelliteId: number; receiver: { key: string } }>(
  passes: readonly P[],
  pass: P,
): { before: P | undefined; after: P | undefined } {
  const own = passes.filter((one) => one.satelliteId === pass.satelliteId && one.receiver.key === pass.receiver.key);
  own.sort((a, b) => a.aosMs - b.aosMs);
  const at = own.findIndex(({ key }) => key === pass.key);
  return { before: own[at - 1], after: own[at + 1] };
}
