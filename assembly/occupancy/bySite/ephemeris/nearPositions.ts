import { fieldOf } from '../../../math/lanes';
import { cosOfSum, cosToSixth, sinOfSum, sinToFifth } from '../../../math/sincosLanes';
import { sincosPair } from '../../../math/sincos';
import { Cubic, NearEphemeris } from '../../../records/bySite/nearEphemeris';

/** Does a step of Horner's scheme: returns the field at `offset` of the record, plus x times `value`. */
@inline
function horner<T>(record: T, offset: usize, x: v128, value: v128): v128 {
  return f64x2.add(fieldOf(record, offset), f64x2.mul(x, value));
}

/**
 * Writes Earth-fixed positions at two epochs, whole or not, to `out`: x, x, y, y, z, z (km), and overwrites 32 bytes
 * behind them. The model is SGP4 to the third order of the eccentricity, with only those drag terms that do not vary
 * with the anomaly.
 */
export function nearPositions(ephemeris: NearEphemeris, k0: f64, k1: f64, out: usize): void {
  const k = f64x2.replace_lane(f64x2.splat(k0), 1, k1);
  const pair = out + 48;
  const t = f64x2.add(k, fieldOf(ephemeris, offsetof<NearEphemeris>('t0')));
  const d = f64x2.sub(k, fieldOf(ephemeris, offsetof<NearEphemeris>('middle')));
  const ex = cubicAt(ephemeris.ex, d);
  const ey = cubicAt(ephemeris.ey, d);
  const mean = meanLatitudeAt(ephemeris, t);
  sincosPair(f64x2.add(mean, f64x2.mul(fieldOf(ephemeris, offsetof<NearEphemeris>('longPeriod')), ex)), pair);
  const s = v128.load(pair);
  const c = v128.load(pair, 16);
  const es = f64x2.sub(f64x2.mul(ex, s), f64x2.mul(ey, c));
  const ec = f64x2.add(f64x2.mul(ex, c), f64x2.mul(ey, s));
  const es2 = f64x2.mul(es, es);
  // True anomaly less mean anomaly, to the third order: es (2 + 2.5 ec + 3 ec^2 - 4/3 es^2).
  let centre = f64x2.add(f64x2.splat(2.5), f64x2.mul(f64x2.splat(3.0), ec));
  centre = f64x2.add(f64x2.splat(2.0), f64x2.mul(ec, centre));
  centre = f64x2.mul(es, f64x2.sub(centre, f64x2.mul(f64x2.splat(4.0 / 3.0), es2)));
  const sd = sinToFifth(centre);
  const cd = cosToSixth(centre);
  const su = sinOfSum(s, c, sd, cd);
  const cu = cosOfSum(s, c, sd, cd);
  const sin2u = f64x2.mul(f64x2.add(su, su), cu);
  const cos2u = f64x2.sub(f64x2.splat(1.0), f64x2.mul(f64x2.add(su, su), su));

  const root = axisRootAt(ephemeris, t);
  // Radius to the third order: a (1 - ec + es^2 + 1.5 ec es^2).
  let r = f64x2.add(f64x2.splat(1.0), f64x2.mul(f64x2.splat(1.5), ec));
  r = f64x2.add(f64x2.sub(f64x2.splat(1.0), ec), f64x2.mul(es2, r));
  r = f64x2.mul(f64x2.mul(r, fieldOf(ephemeris, offsetof<NearEphemeris>('axis'))), f64x2.mul(root, root));
  r = f64x2.add(r, f64x2.mul(fieldOf(ephemeris, offsetof<NearEphemeris>('shortRadius')), cos2u));

  const du = f64x2.mul(fieldOf(ephemeris, offsetof<NearEphemeris>('shortLatitude')), sin2u);
  const cdu = f64x2.sub(f64x2.splat(1.0), f64x2.mul(f64x2.splat(0.5), f64x2.mul(du, du)));
  const sinu = sinOfSum(su, cu, du, cdu);
  const cosu = cosOfSum(su, cu, du, cdu);
  const shortNode = fieldOf(ephemeris, offsetof<NearEphemeris>('shortNode'));
  const sini = fieldOf(ephemeris, offsetof<NearEphemeris>('sini'));
  const cosi = fieldOf(ephemeris, offsetof<NearEphemeris>('cosi'));
  const di = f64x2.mul(f64x2.mul(shortNode, sini), cos2u);
  const sinI = f64x2.add(sini, f64x2.mul(cosi, di));
  const cosI = f64x2.sub(cosi, f64x2.mul(sini, di));
  const node = nodeLongitudeAt(ephemeris, t);
  sincosPair(f64x2.add(node, f64x2.mul(shortNode, sin2u)), pair);
  const snod = v128.load(pair);
  const cnod = v128.load(pair, 16);
  const across = f64x2.mul(cosI, sinu);
  v128.store(out, f64x2.mul(r, f64x2.sub(f64x2.mul(cnod, cosu), f64x2.mul(snod, across))));
  v128.store(out, f64x2.mul(r, f64x2.add(f64x2.mul(snod, cosu), f64x2.mul(cnod, across))), 16);
  v128.store(out, f64x2.mul(r, f64x2.mul(sinI, sinu)), 32);
}

/** Does Cubic.at for two lanes. */
@inline
function cubicAt(cubic: Cubic, x: v128): v128 {
  let value = horner(cubic, offsetof<Cubic>('c2'), x, fieldOf(cubic, offsetof<Cubic>('c3')));
  value = horner(cubic, offsetof<Cubic>('c1'), x, value);
  return horner(cubic, offsetof<Cubic>('c0'), x, value);
}

/** Does NearEphemeris.meanLatitude for two lanes. */
@inline
function meanLatitudeAt(ephemeris: NearEphemeris, t: v128): v128 {
  let value = horner(
    ephemeris,
    offsetof<NearEphemeris>('latitude4'),
    t,
    fieldOf(ephemeris, offsetof<NearEphemeris>('latitude5')),
  );
  value = horner(ephemeris, offsetof<NearEphemeris>('latitude3'), t, value);
  value = horner(ephemeris, offsetof<NearEphemeris>('latitude2'), t, value);
  value = horner(ephemeris, offsetof<NearEphemeris>('latitude1'), t, value);
  return horner(ephemeris, offsetof<NearEphemeris>('latitude0'), t, value);
}

/** Does NearEphemeris.axisRoot for two lanes. */
@inline
function axisRootAt(ephemeris: NearEphemeris, t: v128): v128 {
  let value = horner(
    ephemeris,
    offsetof<NearEphemeris>('axisRoot3'),
    t,
    fieldOf(ephemeris, offsetof<NearEphemeris>('axisRoot4')),
  );
  value = horner(ephemeris, offsetof<NearEphemeris>('axisRoot2'), t, value);
  value = horner(ephemeris, offsetof<NearEphemeris>('axisRoot1'), t, value);
  return f64x2.add(f64x2.splat(1.0), f64x2.mul(t, value));
}

/** Does NearEphemeris.nodeLongitude for two lanes. */
@inline
function nodeLongitudeAt(ephemeris: NearEphemeris, t: v128): v128 {
  const value = horner(
    ephemeris,
    offsetof<NearEphemeris>('node1'),
    t,
    fieldOf(ephemeris, offsetof<NearEphemeris>('node2')),
  );
  return horner(ephemeris, offsetof<NearEphemeris>('node0'), t, value);
}
