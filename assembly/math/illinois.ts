const STRAIGHT_STEPS: i32 = 12;

/**
 * Finds, to `precision`, the argument between `from` and `to` at which a function changes its sign; `atFrom` and `atTo`
 * are its values at `from` and `to`. Each step goes to the zero of a straight line through two values (the Illinois
 * method: Dowell and Jarratt 1971); after STRAIGHT_STEPS steps, to the middle of the interval.
 */
export function changeOf(
  valueAt: (context: usize, at: f64) => f64,
  context: usize,
  from: f64,
  to: f64,
  atFrom: f64,
  atTo: f64,
  precision: f64,
): f64 {
  const isAbove = atFrom >= 0.0;
  // The end of the interval that moved last: 1 for `to`, -1 for `from`, 0 for none.
  let moved = 0;
  for (let steps = 0; to - from > precision; steps++) {
    const line = atFrom / (atFrom - atTo);
    const share = steps < STRAIGHT_STEPS && line > 0.0 && line < 1.0 ? line : 0.5;
    // A little beyond the line's zero, away from the end that moved last: the other end moves next, to this point,
    // which leaves a short interval.
    const beyond = from + share * (to - from) - 0.4 * precision * <f64>moved;
    const middle = max(from + 0.1 * precision, min(to - 0.1 * precision, beyond));
    const at = valueAt(context, middle);
    if (at >= 0.0 == isAbove) {
      from = middle;
      atFrom = at;
      if (moved < 0) atTo *= 0.5;
      moved = -1;
    } else {
      to = middle;
      atTo = at;
      if (moved > 0) atFrom *= 0.5;
      moved = 1;
    }
  }
  return from + 0.5 * (to - from);
}
