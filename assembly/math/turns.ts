/**
 * Angles in turns, four at a time in f32. Polynomials: minimax fits, made with Remez' algorithm. Their coefficients are
 * loaded from memory, because V8 would build a constant vector at every use, which takes more instructions than a load.
 */
const ARC: usize = memory.data<f32>([
  0.2499999754767199, -0.03415230634224988, 0.014125903552808414, -0.007767176880732365, 0.004281283739293307,
  -0.0017739978686539199, 0.0003654218853711989,
]);

/** acos(x) / sqrt(1 - x) in turns, for x from 0 to 1; its product with the root in f32 is acos(x) to 5.2e-8 turns. */
@inline
export function arcOverRoot(x: v128): v128 {
  let p = f32x4.add(f32x4.mul(v128.load32_splat(ARC, 24), x), v128.load32_splat(ARC, 20));
  p = f32x4.add(f32x4.mul(p, x), v128.load32_splat(ARC, 16));
  p = f32x4.add(f32x4.mul(p, x), v128.load32_splat(ARC, 12));
  p = f32x4.add(f32x4.mul(p, x), v128.load32_splat(ARC, 8));
  p = f32x4.add(f32x4.mul(p, x), v128.load32_splat(ARC, 4));
  return f32x4.add(f32x4.mul(p, x), v128.load32_splat(ARC));
}

const ATAN: usize = memory.data<f32>([
  0.1591548373458929, -0.053046120963559734, 0.03174594520785934, -0.02213627143127882, 0.015346033638893072,
  -0.008898723146147765, 0.003479597791363824, -0.000645304407606853,
]);

/**
 * atan2(y, x) in turns, -0.5 to 0.5; NaN if both are 0. The error is at most 9e-8, rounding of x and y to f32 included.
 */
@inline
export function atan2Turns(y: v128, x: v128): v128 {
  const ax = f32x4.abs(x);
  const ay = f32x4.abs(y);
  const t = f32x4.div(f32x4.pmin(ax, ay), f32x4.pmax(ax, ay));
  const u = f32x4.mul(t, t);
  let p = v128.load32_splat(ATAN, 28);
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 24));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 20));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 16));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 12));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 8));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN, 4));
  p = f32x4.add(f32x4.mul(p, u), v128.load32_splat(ATAN));
  const small = f32x4.mul(t, p);
  const steep = f32x4.gt(ay, ax);
  const first = v128.bitselect(f32x4.sub(f32x4.splat(0.25), small), small, steep);
  const west = f32x4.lt(x, f32x4.splat(0.0));
  const upper = v128.bitselect(f32x4.sub(f32x4.splat(0.5), first), first, west);
  return v128.bitselect(f32x4.neg(upper), upper, f32x4.lt(y, f32x4.splat(0.0)));
}
