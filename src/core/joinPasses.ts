/** Joins the passes of days or weeks in turn: where the end of one cuts a pass, its two parts become one. */
export interface PassJoiner<P> {
  /**
   * Takes the passes of the next range, from time `from` to `to`; returns the passes that no later range can continue.
   */
  readonly add: (passes: readonly P[], from: number, to: number) => P[];
  /** Returns the pass that the end of the last range cuts, if there is one. */
  readonly end: () => P[];
}

/** How passes are joined; times are numbers of one unit. */
interface Rules<P> {
  aos: (pass: P) => number;
  los: (pass: P) => number;
  /** Joins two parts; `complete` says whether nothing cuts the whole. */
  join: (before: P, after: P, complete: boolean) => P;
}

export function createPassJoiner<P>({ aos, los, join }: Rules<P>): PassJoiner<P> {
  /** Pass that the end of the last range cuts. */
  let open: { pass: P; isCutAtBegin: boolean; at: number } | undefined;
  return {
    add(passes, from, to) {
      const whole = [...passes];
      let [first] = whole;
      let isCutAtBegin = first !== undefined && aos(first) === from;
      if (open !== undefined && first !== undefined && isCutAtBegin && open.at === from) {
        ({ isCutAtBegin } = open);
        first = join(open.pass, first, !isCutAtBegin && los(first) !== to);
        whole[0] = first;
      } else if (open !== undefined) whole.unshift(open.pass);
      open = undefined;
      const last = whole.at(-1);
      if (last === undefined || los(last) !== to) return whole;
      open = { pass: last, isCutAtBegin: last === first ? isCutAtBegin : aos(last) === from, at: to };
      return whole.slice(0, -1);
    },
    end: () => (open === undefined ? [] : [open.pass]),
  };
}
