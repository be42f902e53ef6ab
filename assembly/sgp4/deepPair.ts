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

/**
 * Inclination, rad, below which the lunar-solar periodics take Lyddane's form, which does not divide by the sine of the
 * inclination.
 */
const LYDDANE: f64 = 0.2;
/** Distance from LYDDANE, rad, within which a lane is left to sdp4(): rounding could choose the other form. */
const INCLINATION_MARGIN: f64 = 1.0e-9;
/** Change of the node, rad, from which Lyddane's form is left to sdp4(): near half a turn rounding decides its sign. */
const HALF_TURN: f64 = 3.1;
/**
 * Largest relative change of the mean motion by resonance for which the binomial series in deepPeriodics is exact
 * enough; other lanes are left to sdp4().
 */
const MOTION_SHARE: f64 = 0.01;
const TWO_PI_UPPER: f64 = 6.2831853069365025;
const TWO_PI_LOWER: f64 = TWO_PI - TWO_PI_UPPER;

/**
 * Writes to the pair the elements of two deep-space orbits as sdp4() computes them, and their lunar-solar periodics.
 * Those of eccentricity, inclination and mean anomaly are added here; deepPair adds the others. Sets in `sound` the
 * lanes where this shortened arithmetic is valid. The same formulas serve orbits with and without resonance:
 * coefficients of missing terms are 0.
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
  // Added up in the order of sdp4(), for the same bits: Lyddane's form takes the node modulo a turn, which jumps.
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

/**
 * Adds the remaining periodics of deepPeriodics to two deep-space orbits, as dpper() does, and writes the sines,
 * cosines and coefficients that keplerPair and statePair read. Clears in `sound` the lanes where this shortened
 * arithmetic is not valid.
 */
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
    // The angle of the paper's vector (betdp, alfdp) is the new node. Turned back by the old node, as here, the
    // vector's angle is the change of the node.
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

/**
 * Sum of the f2 and f3 terms of a body, the Sun or the Moon. `offset`: that of f2's coefficient in BodyTerms; f3's
 * coefficient is the next field.
 */
@inline
function bodyTerm(a: BodyTerms, b: BodyTerms, offset: usize, f2: v128, f3: v128): v128 {
  return add(mul(pick(a, b, offset), f2), mul(pick(a, b, offset + sizeof<f64>()), f3));
}

/** Computes x % TWO_PI. Up to a million turns, each of its products and differences is exact. */
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
