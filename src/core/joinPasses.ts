/** Joins passes of days or weeks in turn: the two parts of a pass that the end of a day or week cuts become one. */
export interface PassJoiner<P> {
  /**
   * Takes the passes of the next range, from time `from` to `to`; returns the passes that no later range can continue.
   */
  readonly add: (passes: readonly P[], from: number, to: number) => P[];
  /** Returns the pass that the end of the last range cuts, if there is one. */
  readonly end: () => P[];
}

/**
 * @param aos name of the field with the begin of a pass; times may have any unit, but only one
 * @param los name of the field with the end of a pass
 * @param others makes further fields of a joined pass; by default it has those of the part with the higher maximum
 */
export function createPassJoiner<P extends { maxElevationDeg: number; complete: boolean }>(
  aos: keyof P,
  los: keyof P,
  others: (before: P, after: P) => Partial<P> = () => ({}),
): PassJoiner<P> {
  const join = (before: P, after: P, complete: boolean): P => {
    const highest = after.maxElevationDeg > before.maxElevationDeg ? after : before;
    return { ...highest, [aos]: before[aos], [los]: after[los], complete, ...others(before, after) };
  };
  /** Pass that the end of the last range, `at`, cuts. */
  let open: { pass: P; isCutAtBegin: boolean; at: number } | undefined;
  return {
    add(passes, from, to) {
      const whole = [...passes];
      let [first] = whole;
      let isCutAtBegin = first !== undefined && first[aos] === from;
      if (open !== undefined && first !== undefined && isCutAtBegin && open.at === from) {
        ({ isCutAtBegin } = open);
        first = join(open.pass, first, !isCutAtBegin && first[los] !== to);
        whole[0] = first;
      } else if (open !== undefined) whole.unshift(open.pass);
      open = undefined;
      const last = whole.at(-1);
      if (last === undefined || last[los] !== to) return whole;
      open = { pass: last, isCutAtBegin: last === first ? isCutAtBegin : last[aos] === from, at: to };
      return whole.slice(0, -1);
    },
    end: () => (open === undefined ? [] : [open.pass]),
  };
}
