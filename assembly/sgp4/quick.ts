import { US_PER_MINUTE } from '../constants';
import { sincos } from '../math/sincos';
import { J2, RADIUS_KM } from './constants';
import {
  AO,
  ARGPDOT,
  ARGPO,
  AYCOF,
  BSTAR,
  CC1,
  CC4,
  CC5,
  CON41,
  COSIO,
  D2,
  D3,
  D4,
  DELMO,
  ECCO,
  EPOCH_US,
  ETA,
  ISIMP,
  MDOT,
  METHOD,
  MO,
  NEAR_EARTH,
  NODECF,
  NODEDOT,
  NODEO,
  NO_UNKOZAI,
  OMGCOF,
  SINIO,
  SINMAO,
  T2COF,
  T3COF,
  T4COF,
  T5COF,
  X1MTH2,
  X7THM1,
  XLCOF,
  XMCOF,
} from './record';

/** How far quickFixed may be from sgp4Fixed, km. */
export const QUICK_ERROR_KM: f64 = 0.02;

const KEPLER_RAD: f64 = 1e-6;
/** Earth radii: near-earth orbits have up to 2, unless their drag terms run away. The errors grow with it. */
const LARGEST_AXIS: f64 = 2.2;

/**
 * As sgp4Fixed, to within QUICK_ERROR_KM and four times as fast, for near-earth orbits: where a position within an error
 * bound serves. Returns false where it does not say: deep space, and whatever sgp4Fixed might refuse. `out`: x, y, z, and
 * room for 16 bytes behind them.
 *
 * The same theory, but Kepler's equation solved to 1e-6, one sine and cosine for each angle, and the short-period
 * corrections, which are small, by addition theorems.
 */
export function quickFixed(record: usize, tUs: f64, cosGmst: f64, sinGmst: f64, out: usize): bool {
  if (load<i32>(record, METHOD) != NEAR_EARTH) return false;
  const pair = out + 24;
  const t = (tUs - load<f64>(record, EPOCH_US)) / US_PER_MINUTE;
  const t2 = t * t;
  const xmdf = load<f64>(record, MO) + load<f64>(record, MDOT) * t;
  let argpm = load<f64>(record, ARGPO) + load<f64>(record, ARGPDOT) * t;
  let mm = xmdf;
  const nodem = load<f64>(record, NODEO) + load<f64>(record, NODEDOT) * t + load<f64>(record, NODECF) * t2;
  let tempa = 1.0 - load<f64>(record, CC1) * t;
  let tempe = load<f64>(record, BSTAR) * load<f64>(record, CC4) * t;
  let templ = load<f64>(record, T2COF) * t2;
  if (load<i32>(record, ISIMP) == 0) {
    sincos(xmdf, pair);
    const delmtemp = 1.0 + load<f64>(record, ETA) * load<f64>(pair, 8);
    const delm = load<f64>(record, XMCOF) * (delmtemp * delmtemp * delmtemp - load<f64>(record, DELMO));
    const temp = load<f64>(record, OMGCOF) * t + delm;
    mm = xmdf + temp;
    argpm -= temp;
    const t3 = t2 * t;
    const t4 = t3 * t;
    tempa = tempa - load<f64>(record, D2) * t2 - load<f64>(record, D3) * t3 - load<f64>(record, D4) * t4;
    sincos(mm, pair);
    tempe += load<f64>(record, BSTAR) * load<f64>(record, CC5) * (load<f64>(pair) - load<f64>(record, SINMAO));
    templ += load<f64>(record, T3COF) * t3 + t4 * (load<f64>(record, T4COF) + t * load<f64>(record, T5COF));
  }
  const am = load<f64>(record, AO) * tempa * tempa;
  const em = load<f64>(record, ECCO) - tempe;
  // Far from everything that is refused; also NaN ends here.
  if (!(em > -0.0009 && am * (1.0 - em) > 1.02 && am < LARGEST_AXIS)) return false;
  const ep = max(em, 1.0e-6);
  mm += load<f64>(record, NO_UNKOZAI) * templ;

  sincos(argpm, pair);
  const longPeriod = 1.0 / (am * (1.0 - ep * ep));
  const axnl = ep * load<f64>(pair, 8);
  const aynl = ep * load<f64>(pair) + longPeriod * load<f64>(record, AYCOF);
  const u = mm + argpm + longPeriod * load<f64>(record, XLCOF) * axnl;
  if (!(Math.abs(u) < 1e6 && Math.abs(nodem) < 1e6)) return false;

  let eo1 = u;
  let tem5: f64 = 1.0;
  let sineo1: f64 = 0.0;
  let coseo1: f64 = 0.0;
  for (let ktr = 1; Math.abs(tem5) >= KEPLER_RAD; ktr++) {
    if (ktr > 10) return false;
    sincos(eo1, pair);
    sineo1 = load<f64>(pair);
    coseo1 = load<f64>(pair, 8);
    tem5 = (u - aynl * coseo1 + axnl * sineo1 - eo1) / (1.0 - coseo1 * axnl - sineo1 * aynl);
    if (Math.abs(tem5) >= 0.95) tem5 = tem5 > 0.0 ? 0.95 : -0.95;
    eo1 += tem5;
  }

  const ecose = axnl * coseo1 + aynl * sineo1;
  const esine = axnl * sineo1 - aynl * coseo1;
  const el2 = axnl * axnl + aynl * aynl;
  const betal = Math.sqrt(1.0 - el2);
  const rl = am * (1.0 - ecose);
  const shape = esine / (1.0 + betal);
  const perRl = am / rl;
  const sinu = perRl * (sineo1 - aynl - axnl * shape);
  const cosu = perRl * (coseo1 - axnl + aynl * shape);
  const sin2u = (cosu + cosu) * sinu;
  const cos2u = 1.0 - 2.0 * sinu * sinu;
  const temp = 1.0 / (am * (1.0 - el2));
  const temp1 = 0.5 * J2 * temp;
  const temp2 = temp1 * temp;
  const cosio = load<f64>(record, COSIO);
  const sinio = load<f64>(record, SINIO);
  const mrt =
    rl * (1.0 - 1.5 * temp2 * betal * load<f64>(record, CON41)) + 0.5 * temp1 * load<f64>(record, X1MTH2) * cos2u;

  const du = -0.25 * temp2 * load<f64>(record, X7THM1) * sin2u;
  const cosDu = 1.0 - 0.5 * du * du;
  const sinsu = sinu * cosDu + cosu * du;
  const cossu = cosu * cosDu - sinu * du;
  const di = 1.5 * temp2 * cosio * sinio * cos2u;
  const cosDi = 1.0 - 0.5 * di * di;
  const sini = sinio * cosDi + cosio * di;
  const cosi = cosio * cosDi - sinio * di;
  sincos(nodem + 1.5 * temp2 * cosio * sin2u, pair);
  const snod = load<f64>(pair);
  const cnod = load<f64>(pair, 8);

  const r = mrt * RADIUS_KM;
  const x = r * (cnod * cossu - snod * cosi * sinsu);
  const y = r * (snod * cossu + cnod * cosi * sinsu);
  const z = r * sini * sinsu;
  store<f64>(out, cosGmst * x + sinGmst * y);
  store<f64>(out, cosGmst * y - sinGmst * x, 8);
  store<f64>(out, z, 16);
  return isFinite(x + y + z) && mrt > 1.0155;
}
