import { TWO_PI } from '../constants';
import { ERR_MEAN_ELEMENTS, ERR_MEAN_MOTION, ERR_PERTURBED_ELEMENTS } from '../status';
import { J3OJ2, RPTIM, X2O3, XKE, ZEL, ZES, ZNL, ZNS } from './constants';
import { orbit, xlcofOf } from './orbit';
import {
  AO,
  ARGPDOT,
  ARGPO,
  BSTAR,
  CC1,
  CC4,
  DEDT,
  DIDT,
  DMDT,
  DNODT,
  DOMDT,
  E2,
  E3,
  ECCO,
  GH2,
  GH3,
  GH4,
  GSTO,
  H2,
  H3,
  I2,
  I3,
  INCLO,
  IREZ,
  L2,
  L3,
  L4,
  MDOT,
  MO,
  MOON,
  NODECF,
  NODEDOT,
  NODEO,
  NO_UNKOZAI,
  SUN,
  T2COF,
  XFACT,
  XLAMO,
  ZMOL,
  ZMOS,
} from './record';
import { STEP2, STEPP, xnddtAt, xndtAt } from './resonance';

/**
 * sgp4() with dspace() of AIAA 2006-6753 for deep-space orbits: t in minutes since the epoch. The resonance integrator
 * starts from the epoch at every call: the paper's kept state gives the same steps, but only to one caller.
 */
export function sdp4(record: usize, t: f64, velocity: bool, out: usize): i32 {
  const no = load<f64>(record, NO_UNKOZAI);
  const irez = load<i32>(record, IREZ);
  const t2 = t * t;
  const tempa = 1.0 - load<f64>(record, CC1) * t;
  const tempe = load<f64>(record, BSTAR) * load<f64>(record, CC4) * t;
  const templ = load<f64>(record, T2COF) * t2;

  let mm = load<f64>(record, MO) + load<f64>(record, MDOT) * t + load<f64>(record, DMDT) * t;
  let argpm = load<f64>(record, ARGPO) + load<f64>(record, ARGPDOT) * t + load<f64>(record, DOMDT) * t;
  let nodem =
    load<f64>(record, NODEO) +
    load<f64>(record, NODEDOT) * t +
    load<f64>(record, NODECF) * t2 +
    load<f64>(record, DNODT) * t;
  const inclm = load<f64>(record, INCLO) + load<f64>(record, DIDT) * t;
  let em = load<f64>(record, ECCO) + load<f64>(record, DEDT) * t;
  let a = load<f64>(record, AO);

  if (no <= 0.0) return ERR_MEAN_MOTION;
  if (irez != 0) {
    const xfact = load<f64>(record, XFACT);
    const theta = (load<f64>(record, GSTO) + t * RPTIM) % TWO_PI;
    const delt = t > 0.0 ? STEPP : -STEPP;
    let atime: f64 = 0.0;
    let xni = no;
    let xli = load<f64>(record, XLAMO);
    while (Math.abs(t - atime) >= STEPP) {
      const xldot = xni + xfact;
      const xndt = xndtAt(record, irez, xli, atime);
      const xnddt = xnddtAt(record, irez, xli, atime) * xldot;
      xli += xldot * delt + xndt * STEP2;
      xni += xndt * delt + xnddt * STEP2;
      atime += delt;
    }
    const ft = t - atime;
    const xldot = xni + xfact;
    const xndt = xndtAt(record, irez, xli, atime);
    const xnddt = xnddtAt(record, irez, xli, atime) * xldot;
    const nm = xni + xndt * ft + xnddt * ft * ft * 0.5;
    const xl = xli + xldot * ft + xndt * ft * ft * 0.5;
    if (nm <= 0.0) return ERR_MEAN_MOTION;
    a = Math.pow(XKE / nm, X2O3);
    mm = irez == 1 ? xl - nodem - argpm + theta : xl - 2.0 * nodem + 2.0 * theta;
  }

  em -= tempe;
  if (em >= 1.0 || em < -0.001) return ERR_MEAN_ELEMENTS;
  if (em < 1.0e-6) em = 1.0e-6;
  mm += no * templ;
  const xlm = (mm + argpm + nodem) % TWO_PI;
  nodem = nodem % TWO_PI;
  argpm = argpm % TWO_PI;
  mm = (xlm - argpm - nodem) % TWO_PI;
  return dpper(record, t, a * tempa * tempa, em, inclm, argpm, nodem, mm, velocity, out);
}

/** dpper(): lunar-solar periodics; its peo, pinco, plo, pgho and pho are zero in the 2006 revision and left out. */
function dpper(
  record: usize,
  t: f64,
  am: f64,
  em: f64,
  inclm: f64,
  argpm: f64,
  nodem: f64,
  mm: f64,
  velocity: bool,
  out: usize,
): i32 {
  const sun = record + SUN;
  const zms = load<f64>(record, ZMOS) + ZNS * t;
  const zfs = zms + 2.0 * ZES * Math.sin(zms);
  const sinzfs = Math.sin(zfs);
  const f2s = 0.5 * sinzfs * sinzfs - 0.25;
  const f3s = -0.5 * sinzfs * Math.cos(zfs);

  const moon = record + MOON;
  const zml = load<f64>(record, ZMOL) + ZNL * t;
  const zfl = zml + 2.0 * ZEL * Math.sin(zml);
  const sinzfl = Math.sin(zfl);
  const f2l = 0.5 * sinzfl * sinzfl - 0.25;
  const f3l = -0.5 * sinzfl * Math.cos(zfl);

  const ses = load<f64>(sun, E2) * f2s + load<f64>(sun, E3) * f3s;
  const sel = load<f64>(moon, E2) * f2l + load<f64>(moon, E3) * f3l;
  const sis = load<f64>(sun, I2) * f2s + load<f64>(sun, I3) * f3s;
  const sil = load<f64>(moon, I2) * f2l + load<f64>(moon, I3) * f3l;
  const sls = load<f64>(sun, L2) * f2s + load<f64>(sun, L3) * f3s + load<f64>(sun, L4) * sinzfs;
  const sll = load<f64>(moon, L2) * f2l + load<f64>(moon, L3) * f3l + load<f64>(moon, L4) * sinzfl;
  const sghs = load<f64>(sun, GH2) * f2s + load<f64>(sun, GH3) * f3s + load<f64>(sun, GH4) * sinzfs;
  const sghl = load<f64>(moon, GH2) * f2l + load<f64>(moon, GH3) * f3l + load<f64>(moon, GH4) * sinzfl;
  const shs = load<f64>(sun, H2) * f2s + load<f64>(sun, H3) * f3s;
  const shll = load<f64>(moon, H2) * f2l + load<f64>(moon, H3) * f3l;
  const pinc = sis + sil;
  const pl = sls + sll;
  let pgh = sghs + sghl;
  let ph = shs + shll;

  const ep = em + (ses + sel);
  let xincp = inclm + pinc;
  let argpp = argpm;
  let nodep = nodem;
  let mp = mm;
  let sinip = Math.sin(xincp);
  let cosip = Math.cos(xincp);

  // Below 0.2 rad of the perturbed inclination: Lyddane's modification.
  if (xincp >= 0.2) {
    ph /= sinip;
    pgh -= cosip * ph;
    argpp += pgh;
    nodep += ph;
    mp += pl;
  } else {
    const sinop = Math.sin(nodep);
    const cosop = Math.cos(nodep);
    const alfdp = sinip * sinop + (ph * cosop + pinc * cosip * sinop);
    const betdp = sinip * cosop + (-ph * sinop + pinc * cosip * cosop);
    const xnoh = nodep;
    const xls = mp + argpp + pl + pgh + (cosip - pinc * sinip) * xnoh;
    nodep = Math.atan2(alfdp, betdp);
    if (Math.abs(xnoh - nodep) > Math.PI) nodep += nodep < xnoh ? TWO_PI : -TWO_PI;
    mp += pl;
    argpp = xls - mp - cosip * nodep;
  }

  if (xincp < 0.0) {
    xincp = -xincp;
    nodep += Math.PI;
    argpp -= Math.PI;
  }
  if (ep < 0.0 || ep > 1.0) return ERR_PERTURBED_ELEMENTS;

  sinip = Math.sin(xincp);
  cosip = Math.cos(xincp);
  const cosisq = cosip * cosip;
  return orbit(
    am,
    ep,
    xincp,
    sinip,
    cosip,
    argpp,
    nodep,
    mp,
    -0.5 * J3OJ2 * sinip,
    xlcofOf(sinip, cosip),
    3.0 * cosisq - 1.0,
    1.0 - cosisq,
    7.0 * cosisq - 1.0,
    velocity,
    out,
  );
}
