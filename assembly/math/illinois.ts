const STRAIGHT_STEPS: i32 = 12;

/**
 * Place, to `precision`, at which a function changes its sign between two numbers: by straight lines through its values
 * (the Illinois method: Dowell and Jarratt 1971), and by halves where these converge slowly.
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
  // The end that moved last: 1 the later one, -1 the earlier one.
  let moved = 0;
  for (let steps = 0; to - from > precision; steps++) {
    const line = atFrom / (atFrom - atTo);
    const share = steps < STRAIGHT_STEPS && line > 0.0 && line < 1.0 ? line : 0.5;
    // A little beyond the line's zero, so that the other end moves next, and the two are near each other.
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
