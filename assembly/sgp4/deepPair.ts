import { TWO_PI } from '../constants';
import { atan2Of } from '../math/atan2Lanes';
import { add, both, div, lanes, mul, mulAdd, select, sub, within } from '../math/lanes';
import { cosOf, cosOfSmall, cosOfSum, sinOf, sinOfSmall, sinOfSum } from '../math/sincosLanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { BodyTerms, DeepSatellite, ResonanceStep, Satellite } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { J3OJ2, RPTIM, ZEL, ZES, ZNL, ZNS } from './constants';
import { LARGEST_ANGLE, MARGIN } from './orbitPair';
import { openPair, pick } from './pair';
import { STEPP, stepAt, stepsTo } from './resonance';

/** Inclination below which the periodics take Lyddane's form, rad. */
const LYDDANE: f64 = 0.2;
/** Margin around LYDDANE, and a change of the node (HALF_TURN), where sdp4() decides; rad. */
const INCLINATION_MARGIN: f64 = 1.0e-9;
const HALF_TURN: f64 = 3.1;
/** Largest change of the mean motion by resonance, as a share: beyond it sdp4() takes the power. */
const MOTION_SHARE: f64 = 0.01;
const TWO_PI_UPPER: f64 = 6.2831853069365025;
const TWO_PI_LOWER: f64 = TWO_PI - TWO_PI_UPPER;

/**
 * Writes the elements of two deep-space orbits as sdp4() computes them, the periodics that dpper() adds, and the
 * inclination with these. Records with a resonance of either kind, or with none, differ in their coefficients alone, so
 * that one form serves all.
 */
export function deepPeriodics(pair: OrbitPair, scratch: Scratch): void {
  const a = changetype<DeepSatellite>(pair.first.record);
  const b = changetype<DeepSatellite>(pair.second.record);
  const t = openPair(pair);
  const aSteps = stepsTo(a, f64x2.extract_lane(t, 0));
  const bSteps = stepsTo(b, f64x2.extract_lane(t, 1));
  const aStep = stepAt(a, aSteps, scratch.step(0));
  const bStep = stepAt(b, bSteps, scratch.step(1));
  const no = pick(a, b, offsetof<Satellite>('noUnkozai'));
  const t2 = mul(t, t);
  const tempa = sub(both(1.0), mul(pick(a, b, offsetof<Satellite>('cc1')), t));
  // In the order of sdp4(): Lyddane's form needs the very node.
  const argpm = mulAdd(
    pick(a, b, offsetof<DeepSatellite>('domdt')),
    t,
    mulAdd(pick(a, b, offsetof<Satellite>('argpdot')), t, pick(a, b, offsetof<Satellite>('argpo'))),
  );
  let nodem = mulAdd(pick(a, b, offsetof<Satellite>('nodedot')), t, pick(a, b, offsetof<Satellite>('nodeo')));
  nodem = mulAdd(pick(a, b, offsetof<Satellite>('nodecf')), t2, nodem);
  nodem = mulAdd(pick(a, b, offsetof<DeepSatellite>('dnodt')), t, nodem);
  const inclm = mulAdd(pick(a, b, offsetof<DeepSatellite>('didt')), t, pick(a, b, offsetof<Satellite>('inclo')));
  const tempe = mul(mul(pick(a, b, offsetof<Satellite>('bstar')), pick(a, b, offsetof<Satellite>('cc4'))), t);
  const em = sub(
    mulAdd(pick(a, b, offsetof<DeepSatellite>('dedt')), t, pick(a, b, offsetof<Satellite>('ecco'))),
    tempe,
  );

  const ft = sub(t, mul(lanes(aSteps, bSteps), both(STEPP)));
  const half = mul(both(0.5), mul(ft, ft));
  const xni = pick(aStep, bStep, offsetof<ResonanceStep>('xni'));
  const xndt = pick(aStep, bStep, offsetof<ResonanceStep>('xndt'));
  const nm = mulAdd(pick(aStep, bStep, offsetof<ResonanceStep>('xnddt')), half, mulAdd(xndt, ft, xni));
  const xldot = add(xni, pick(a, b, offsetof<DeepSatellite>('xfact')));
  const xl = mulAdd(xndt, half, mulAdd(xldot, ft, pick(aStep, bStep, offsetof<ResonanceStep>('xli'))));
  const theta = mulAdd(t, both(RPTIM), pick(a, b, offsetof<DeepSatellite>('gsto')));
  let mm = mulAdd(pick(a, b, offsetof<DeepSatellite>('nodes')), sub(theta, nodem), xl);
  mm = sub(mm, mul(pick(a, b, offsetof<DeepSatellite>('argps')), argpm));
  mm = mulAdd(no, mul(pick(a, b, offsetof<Satellite>('t2cof')), t2), mm);
  // a = ao (no / nm)^(2/3), by the binomial series.
  const share = sub(div(no, nm), both(1.0));
  let power = mulAdd(share, both(-91.0 / 6561.0), both(14.0 / 729.0));
  power = mulAdd(share, power, both(-7.0 / 243.0));
  power = mulAdd(share, power, both(4.0 / 81.0));
  power = mulAdd(share, power, both(-1.0 / 9.0));
  power = mulAdd(share, power, both(2.0 / 3.0));
  const axis = mulAdd(mul(pick(a, b, offsetof<Satellite>('ao')), share), power, pick(a, b, offsetof<Satellite>('ao')));

  const zms = mulAdd(t, both(ZNS), pick(a, b, offsetof<DeepSatellite>('zmos')));
  const sinZms = sinOf(zms);
  const cosZms = cosOf(zms);
  const centreSun = mul(both(2.0 * ZES), sinZms);
  const sinzfs = sinOfSum(sinZms, cosZms, sinOfSmall(centreSun), cosOfSmall(centreSun));
  const coszfs = cosOfSum(sinZms, cosZms, sinOfSmall(centreSun), cosOfSmall(centreSun));
  const zml = mulAdd(t, both(ZNL), pick(a, b, offsetof<DeepSatellite>('zmol')));
  const sinZml = sinOf(zml);
  const cosZml = cosOf(zml);
  const centreMoon = mul(both(2.0 * ZEL), sinZml);
  const sinzfl = sinOfSum(sinZml, cosZml, sinOfSmall(centreMoon), cosOfSmall(centreMoon));
  const coszfl = cosOfSum(sinZml, cosZml, sinOfSmall(centreMoon), cosOfSmall(centreMoon));
  const f2s = sub(mul(mul(both(0.5), sinzfs), sinzfs), both(0.25));
  const f3s = mul(mul(both(-0.5), sinzfs), coszfs);
  const f2l = sub(mul(mul(both(0.5), sinzfl), sinzfl), both(0.25));
  const f3l = mul(mul(both(-0.5), sinzfl), coszfl);
  const es = add(
    bodyTerm(a.sun, b.sun, offsetof<BodyTerms>('e2'), f2s, f3s),
    bodyTerm(a.moon, b.moon, offsetof<BodyTerms>('e2'), f2l, f3l),
  );
  const pinc = add(
    bodyTerm(a.sun, b.sun, offsetof<BodyTerms>('i2'), f2s, f3s),
    bodyTerm(a.moon, b.moon, offsetof<BodyTerms>('i2'), f2l, f3l),
  );
  const ph = add(
    bodyTerm(a.sun, b.sun, offsetof<BodyTerms>('h2'), f2s, f3s),
    bodyTerm(a.moon, b.moon, offsetof<BodyTerms>('h2'), f2l, f3l),
  );
  let pl = add(
    bodyTerm(a.sun, b.sun, offsetof<BodyTerms>('l2'), f2s, f3s),
    bodyTerm(a.moon, b.moon, offsetof<BodyTerms>('l2'), f2l, f3l),
  );
  pl = mulAdd(
    pick(a.moon, b.moon, offsetof<BodyTerms>('l4')),
    sinzfl,
    mulAdd(pick(a.sun, b.sun, offsetof<BodyTerms>('l4')), sinzfs, pl),
  );
  let pgh = add(
    bodyTerm(a.sun, b.sun, offsetof<BodyTerms>('gh2'), f2s, f3s),
    bodyTerm(a.moon, b.moon, offsetof<BodyTerms>('gh2'), f2l, f3l),
  );
  pgh = mulAdd(
    pick(a.moon, b.moon, offsetof<BodyTerms>('gh4')),
    sinzfl,
    mulAdd(pick(a.sun, b.sun, offsetof<BodyTerms>('gh4')), sinzfs, pgh),
  );

  pair.am = mul(mul(axis, tempa), tempa);
  pair.em = em;
  pair.argpm = argpm;
  pair.nodem = nodem;
  pair.mm = add(mm, pl);
  pair.ep = add(f64x2.max(em, both(1.0e-6)), es);
  pair.pinc = pinc;
  pair.ph = ph;
  pair.pgh = pgh;
  const xincp = add(inclm, pinc);
  pair.xincp = xincp;
  pair.sinip = sinOf(xincp);
  pair.cosip = cosOf(xincp);
  const steady = within(share, MOTION_SHARE);
  pair.sound = v128.and(steady, within(f64x2.max(f64x2.abs(zms), f64x2.abs(zml)), LARGEST_ANGLE));
}

/** Writes two deep-space orbits with the periodics of deepPeriodics, in the state that dpper() hands to orbit(). */
export function deepPair(pair: OrbitPair): void {
  const pinc = pair.pinc;
  const ph = pair.ph;
  const pgh = pair.pgh;
  const nodem = pair.nodem;
  const em = pair.em;
  const ep = pair.ep;
  const xincp = pair.xincp;
  const sinxinc = pair.sinip;
  const cosip = pair.cosip;
  const lyddane = f64x2.lt(xincp, both(LYDDANE));
  let dnode = div(ph, sinxinc);
  let argShift = pgh;
  if (v128.any_true(lyddane)) {
    // The paper's alfdp and betdp, turned back by the node: their angle is how far it moves.
    dnode = select(lyddane, atan2Of(ph, mulAdd(pinc, cosip, sinxinc)), dnode);
    argShift = sub(pgh, v128.and(mul(mul(pinc, sinxinc), remainderOfTurn(nodem)), lyddane));
  }
  argShift = sub(argShift, mul(cosip, dnode));
  const halfTurn = v128.and(f64x2.lt(xincp, both(0.0)), both(Math.PI));
  const arg = sub(add(pair.argpm, argShift), halfTurn);
  const node = add(add(nodem, dnode), halfTurn);
  const anomaly = add(pair.mm, arg);
  const sinip = f64x2.abs(sinxinc);
  const onePlus = add(both(1.0), cosip);
  pair.sinArg = sinOf(arg);
  pair.cosArg = cosOf(arg);
  pair.sinNode = sinOf(node);
  pair.cosNode = cosOf(node);
  pair.sinAnomaly = sinOf(anomaly);
  pair.cosAnomaly = cosOf(anomaly);
  pair.sinip = sinip;
  pair.xlcof = div(mul(mul(both(-0.25 * J3OJ2), sinip), mulAdd(both(5.0), cosip, both(3.0))), onePlus);
  pair.con41 = sub(mul(both(3.0), mul(cosip, cosip)), both(1.0));

  let sound = pair.sound;
  sound = v128.and(sound, v128.and(f64x2.gt(em, both(MARGIN - 0.001)), f64x2.lt(em, both(1.0 - MARGIN))));
  sound = v128.and(sound, v128.and(f64x2.gt(ep, both(0.0)), f64x2.gt(onePlus, both(MARGIN))));
  sound = v128.and(sound, within(v128.and(dnode, lyddane), HALF_TURN));
  sound = v128.andnot(sound, within(sub(xincp, both(LYDDANE)), INCLINATION_MARGIN));
  const largest = f64x2.max(
    f64x2.max(f64x2.abs(arg), f64x2.abs(node)),
    f64x2.max(f64x2.abs(anomaly), f64x2.abs(xincp)),
  );
  pair.sound = v128.and(sound, within(largest, LARGEST_ANGLE));
}

/** Sum of a body's terms in f2 and f3, whose coefficients stand at the offset and behind it. */
@inline
function bodyTerm(a: BodyTerms, b: BodyTerms, offset: usize, f2: v128, f3: v128): v128 {
  return add(mul(pick(a, b, offset), f2), mul(pick(a, b, offset + sizeof<f64>()), f3));
}

/** x % TWO_PI: every product and difference is exact, up to a million turns. */
@inline
function remainderOfTurn(x: v128): v128 {
  const size = f64x2.abs(x);
  const turns = f64x2.trunc(mul(size, both(1.0 / TWO_PI)));
  let rest = sub(sub(size, mul(turns, both(TWO_PI_UPPER))), mul(turns, both(TWO_PI_LOWER)));
  // The number of turns may be rounded to one too many or too few.
  rest = add(rest, v128.and(f64x2.lt(rest, both(0.0)), both(TWO_PI)));
  rest = sub(rest, v128.and(f64x2.ge(rest, both(TWO_PI)), both(TWO_PI)));
  return v128.or(rest, v128.and(x, both(-0.0)));
}
