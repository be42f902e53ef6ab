/** Joins the passes of days or weeks in turn: where the end of one cuts a pass, its two parts become one. */
export interface PassJoiner<P> {
  /**
   * Takes the passes of the next range, from time `from` to `to`; returns the passes that no later range can continue.
   */
  readonly add: (passes: readonly P[], from: number, to: number) => P[];
  /** Returns the pass that the end of the last range cuts, if there is one. */
  readonly end: () => P[];
}

/**
 * @param aos name of the time at which a pass begins; times are numbers of one unit
 * @param los name of the time at which a pass ends
 * @param others makes other fields of a joined pass than these two, `complete`, and the ones of the higher part
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
  /** Pass that the end of the last range cuts. */
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
