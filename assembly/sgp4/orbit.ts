import { TWO_PI } from '../constants';
import { Orbit } from '../records/sgp4/orbit';
import { ERR_DECAYED, ERR_MEAN_ELEMENTS, ERR_SEMILATUS_RECTUM, OK } from '../status';
import { J2, J3OJ2, RADIUS_KM, VKMPERSEC, XKE } from './constants';

/**
 * Does the second half of sgp4() in AIAA 2006-6753: long-period periodics, Kepler's equation, short-period periodics,
 * orientation. Writes the position (km) and, with `velocity`, the velocity (km/s) to the orbit's state, both TEME;
 * returns the status. The position has the same bits with and without `velocity`.
 */
export function orbit(out: Orbit, velocity: bool): i32 {
  const am = out.am;
  const ep = out.ep;
  const nodep = out.nodep;
  const argpp = out.argpp;
  const sinip = out.sinip;
  const cosip = out.cosip;
  const con41 = out.con41;
  const x1mth2 = out.x1mth2;
  const axnl = ep * Math.cos(argpp);
  const longPeriod = 1.0 / (am * (1.0 - ep * ep));
  const aynl = ep * Math.sin(argpp) + longPeriod * out.aycof;
  const xl = out.mp + argpp + nodep + longPeriod * out.xlcof * axnl;

  const u = (xl - nodep) % TWO_PI;
  let eo1 = u;
  let tem5: f64 = 9999.9;
  let sineo1: f64 = 0.0;
  let coseo1: f64 = 0.0;
  for (let ktr = 1; Math.abs(tem5) >= 1.0e-12 && ktr <= 10; ktr++) {
    sineo1 = Math.sin(eo1);
    coseo1 = Math.cos(eo1);
    tem5 = (u - aynl * coseo1 + axnl * sineo1 - eo1) / (1.0 - coseo1 * axnl - sineo1 * aynl);
    if (Math.abs(tem5) >= 0.95) tem5 = tem5 > 0.0 ? 0.95 : -0.95;
    eo1 += tem5;
  }

  const ecose = axnl * coseo1 + aynl * sineo1;
  const esine = axnl * sineo1 - aynl * coseo1;
  const el2 = axnl * axnl + aynl * aynl;
  const pl = am * (1.0 - el2);
  if (pl < 0.0) return ERR_SEMILATUS_RECTUM;

  const rl = am * (1.0 - ecose);
  const betal = Math.sqrt(1.0 - el2);
  const shape = esine / (1.0 + betal);
  const sinu = (am / rl) * (sineo1 - aynl - axnl * shape);
  const cosu = (am / rl) * (coseo1 - axnl + aynl * shape);
  const sin2u = (cosu + cosu) * sinu;
  const cos2u = 1.0 - 2.0 * sinu * sinu;
  const temp = 1.0 / pl;
  const temp1 = 0.5 * J2 * temp;
  const temp2 = temp1 * temp;

  const mrt = rl * (1.0 - 1.5 * temp2 * betal * con41) + 0.5 * temp1 * x1mth2 * cos2u;
  if (mrt < 1.0) return ERR_DECAYED;
  const su = Math.atan2(sinu, cosu) - 0.25 * temp2 * out.x7thm1 * sin2u;
  const xnode = nodep + 1.5 * temp2 * cosip * sin2u;
  const xinc = out.xincp + 1.5 * temp2 * cosip * sinip * cos2u;

  const sinsu = Math.sin(su);
  const cossu = Math.cos(su);
  const snod = Math.sin(xnode);
  const cnod = Math.cos(xnode);
  const sini = Math.sin(xinc);
  const cosi = Math.cos(xinc);
  const xmx = -snod * cosi;
  const xmy = cnod * cosi;
  const ux = xmx * sinsu + cnod * cossu;
  const uy = xmy * sinsu + snod * cossu;
  const uz = sini * sinsu;
  const x = mrt * ux * RADIUS_KM;
  const y = mrt * uy * RADIUS_KM;
  const z = mrt * uz * RADIUS_KM;
  // Not in the paper: elements far out of range give NaN or infinity here, which must not pass for a position.
  if (!isFinite(x + y + z)) return ERR_MEAN_ELEMENTS;
  out.x = x;
  out.y = y;
  out.z = z;

  if (velocity) {
    const nm = XKE / (am * Math.sqrt(am));
    const rdotl = (Math.sqrt(am) * esine) / rl;
    const rvdotl = Math.sqrt(pl) / rl;
    const mvt = rdotl - (nm * temp1 * x1mth2 * sin2u) / XKE;
    const rvdot = rvdotl + (nm * temp1 * (x1mth2 * cos2u + 1.5 * con41)) / XKE;
    const vx = xmx * cossu - cnod * sinsu;
    const vy = xmy * cossu - snod * sinsu;
    const vz = sini * cossu;
    out.vx = (mvt * ux + rvdot * vx) * VKMPERSEC;
    out.vy = (mvt * uy + rvdot * vy) * VKMPERSEC;
    out.vz = (mvt * uz + rvdot * vz) * VKMPERSEC;
  }
  return OK;
}

/**
 * Long-period coefficient of the mean longitude. Near an inclination of 180 degrees 1.5e-12 replaces its divisor, 1 +
 * cos i, which goes to 0.
 */
export function xlcofOf(sini: f64, cosi: f64): f64 {
  const divisor = Math.abs(cosi + 1.0) > 1.5e-12 ? 1.0 + cosi : 1.5e-12;
  return (-0.25 * J3OJ2 * sini * (3.0 + 5.0 * cosi)) / divisor;
}
