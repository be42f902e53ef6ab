import { add, both, mul, mulAdd, sub, within } from '../math/lanes';
import { cosOf, cosOfDifference, cosOfSmall, sinOf, sinOfDifference, sinOfSmall, sinOfSum } from '../math/sincosLanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { Satellite } from '../records/sgp4/satellite';
import { LARGEST_ANGLE, MARGIN, SMALL } from './orbitPair';
import { openPair, pick } from './pair';

/**
 * Largest relative change, by drag, of the root of the semi-major axis for which the shortened arithmetic is valid.
 * Beyond it the drag polynomials grow so fast that they magnify rounding errors.
 */
const RUNAWAY: f64 = 0.25;

/**
 * Adds the secular and drag terms to two near-earth orbits, as sgp4() does, and writes the sines, cosines and
 * coefficients that keplerPair and statePair read. Sets in `sound` the lanes where this shortened arithmetic is valid.
 * The same formulas serve records with `isimp`, for which sgp4() skips some terms: the coefficients of these are 0.
 */
export function nearPair(pair: OrbitPair): void {
  const a = pair.first.record;
  const b = pair.second.record;
  const t = openPair(pair);
  const xmdf = mulAdd(pick(a, b, offsetof<Satellite>('mdot')), t, pick(a, b, offsetof<Satellite>('mo')));
  const argpdf = mulAdd(pick(a, b, offsetof<Satellite>('argpdot')), t, pick(a, b, offsetof<Satellite>('argpo')));
  const t2 = mul(t, t);
  const nodem = mulAdd(
    pick(a, b, offsetof<Satellite>('nodecf')),
    t2,
    mulAdd(pick(a, b, offsetof<Satellite>('nodedot')), t, pick(a, b, offsetof<Satellite>('nodeo'))),
  );
  const sinXmdf = sinOf(xmdf);
  const cosXmdf = cosOf(xmdf);
  const sinArgpdf = sinOf(argpdf);
  const cosArgpdf = cosOf(argpdf);

  const delmtemp = mulAdd(pick(a, b, offsetof<Satellite>('eta')), cosXmdf, both(1.0));
  const delm = mul(
    pick(a, b, offsetof<Satellite>('xmcof')),
    sub(mul(mul(delmtemp, delmtemp), delmtemp), pick(a, b, offsetof<Satellite>('delmo'))),
  );
  const temp = mulAdd(pick(a, b, offsetof<Satellite>('omgcof')), t, delm);
  const sinTemp = sinOfSmall(temp);
  const cosTemp = cosOfSmall(temp);
  const sinMm = sinOfSum(sinXmdf, cosXmdf, sinTemp, cosTemp);

  const t3 = mul(t2, t);
  const t4 = mul(t2, t2);
  let tempa = sub(both(1.0), mul(pick(a, b, offsetof<Satellite>('cc1')), t));
  tempa = sub(tempa, mul(pick(a, b, offsetof<Satellite>('d2')), t2));
  tempa = sub(tempa, mul(pick(a, b, offsetof<Satellite>('d3')), t3));
  tempa = sub(tempa, mul(pick(a, b, offsetof<Satellite>('d4')), t4));
  const bstar = pick(a, b, offsetof<Satellite>('bstar'));
  const tempe = add(
    mul(mul(bstar, pick(a, b, offsetof<Satellite>('cc4'))), t),
    mul(mul(bstar, pick(a, b, offsetof<Satellite>('cc5'))), sub(sinMm, pick(a, b, offsetof<Satellite>('sinmao')))),
  );
  let templ = mulAdd(pick(a, b, offsetof<Satellite>('t3cof')), t3, mul(pick(a, b, offsetof<Satellite>('t2cof')), t2));
  templ = mulAdd(
    t4,
    mulAdd(t, pick(a, b, offsetof<Satellite>('t5cof')), pick(a, b, offsetof<Satellite>('t4cof'))),
    templ,
  );
  // The paper adds `temp` to the mean anomaly and subtracts it from the argument of perigee: their sum is without it.
  const anomaly = add(add(xmdf, argpdf), mul(pick(a, b, offsetof<Satellite>('noUnkozai')), templ));

  const em = sub(pick(a, b, offsetof<Satellite>('ecco')), tempe);
  pair.am = mul(mul(pick(a, b, offsetof<Satellite>('ao')), tempa), tempa);
  pair.ep = f64x2.max(em, both(1.0e-6));
  pair.sinip = pick(a, b, offsetof<Satellite>('sinio'));
  pair.cosip = pick(a, b, offsetof<Satellite>('cosio'));
  pair.sinArg = sinOfDifference(sinArgpdf, cosArgpdf, sinTemp, cosTemp);
  pair.cosArg = cosOfDifference(sinArgpdf, cosArgpdf, sinTemp, cosTemp);
  pair.sinNode = sinOf(nodem);
  pair.cosNode = cosOf(nodem);
  pair.sinAnomaly = sinOf(anomaly);
  pair.cosAnomaly = cosOf(anomaly);
  pair.xlcof = pick(a, b, offsetof<Satellite>('xlcof'));
  pair.con41 = pick(a, b, offsetof<Satellite>('con41'));

  const plain = v128.and(f64x2.gt(em, both(MARGIN - 0.001)), within(temp, SMALL));
  const steady = within(sub(tempa, both(1.0)), RUNAWAY);
  const largest = f64x2.max(
    f64x2.max(f64x2.abs(xmdf), f64x2.abs(argpdf)),
    f64x2.max(f64x2.abs(nodem), f64x2.abs(anomaly)),
  );
  pair.sound = v128.and(v128.and(plain, steady), within(largest, LARGEST_ANGLE));
}
