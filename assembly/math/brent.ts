/** Share of the longer part of an interval at which golden section takes its next point. */
const GOLDEN: f64 = 0.3819660112501051;
const MOST_STEPS: i32 = 60;

/**
 * Finds the argument at which a function is largest; it must rise and then fall between `from` and `to`. A step goes to
 * the top of the parabola through three known values or, if that is outside the interval or farther away than half of
 * the step before last, is a golden section (Brent 1973, chapter 5). `precision`: length of the shortest step.
 */
export function peakOf(
  valueAt: (context: usize, at: f64) => f64,
  context: usize,
  from: f64,
  to: f64,
  precision: f64,
): f64 {
  // x is the best argument so far, w the second best, and v an earlier w or the third best.
  let x = from + GOLDEN * (to - from);
  let w = x;
  let v = x;
  let atX = valueAt(context, x);
  let atW = atX;
  let atV = atX;
  let step: f64 = 0.0;
  let before: f64 = 0.0;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const middle = 0.5 * (from + to);
    if (Math.abs(x - middle) + 0.5 * (to - from) <= 2.0 * precision) break;
    let golden = true;
    if (Math.abs(before) > precision) {
      // The parabola's top is at x + p / q.
      const r = (x - w) * (atX - atV);
      let q = (x - v) * (atX - atW);
      let p = (x - v) * q - (x - w) * r;
      q = 2.0 * (q - r);
      if (q > 0.0) p = -p;
      else q = -q;
      const last = before;
      before = step;
      if (Math.abs(p) < Math.abs(0.5 * q * last) && p > q * (from - x) && p < q * (to - x)) {
        golden = false;
        step = p / q;
        const u = x + step;
        if (u - from < 2.0 * precision || to - u < 2.0 * precision) step = x < middle ? precision : -precision;
      }
    }
    if (golden) {
      before = x < middle ? to - x : from - x;
      step = GOLDEN * before;
    }
    const u = x + (Math.abs(step) >= precision ? step : step > 0.0 ? precision : -precision);
    const atU = valueAt(context, u);
    if (atU >= atX) {
      if (u < x) to = x;
      else from = x;
      v = w;
      atV = atW;
      w = x;
      atW = atX;
      x = u;
      atX = atU;
      continue;
    }
    if (u < x) from = u;
    else to = u;
    if (atU >= atW || w == x) {
      v = w;
      atV = atW;
      w = u;
      atW = atU;
    } else if (atU >= atV || v == x || v == w) {
      v = u;
      atV = atU;
    }
  }
  return x;
}
