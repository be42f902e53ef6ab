import { TWO_PI } from '../constants';
import { Orbit } from '../records/sgp4/orbit';
import { DeepSatellite } from '../records/sgp4/satellite';
import { ERR_MEAN_ELEMENTS, ERR_MEAN_MOTION, ERR_PERTURBED_ELEMENTS, OK } from '../status';
import { J3OJ2, RPTIM, X2O3, XKE, ZEL, ZES, ZNL, ZNS } from './constants';
import { orbit, xlcofOf } from './orbit';
import { keepsStepOf, STEP2, STEPP, stepsTo, xnddtAt, xndtAt } from './resonance';

/**
 * Propagates a deep-space orbit to t, minutes since the epoch, as sgp4() with dspace() of AIAA 2006-6753 does; returns
 * the status. The resonance integrator starts from a state that the record keeps, else from the epoch: results have the
 * same bits. In the paper's code it starts from the state of the call before, which serves one caller only.
 */
export function sdp4(record: DeepSatellite, t: f64, velocity: bool, out: Orbit): i32 {
  const no = record.noUnkozai;
  const irez = record.irez;
  const t2 = t * t;
  const tempa = 1.0 - record.cc1 * t;
  const tempe = record.bstar * record.cc4 * t;
  const templ = record.t2cof * t2;

  let mm = record.mo + record.mdot * t + record.dmdt * t;
  let argpm = record.argpo + record.argpdot * t + record.domdt * t;
  let nodem = record.nodeo + record.nodedot * t + record.nodecf * t2 + record.dnodt * t;
  const inclm = record.inclo + record.didt * t;
  let em = record.ecco + record.dedt * t;
  let a = record.ao;

  if (no <= 0.0) return ERR_MEAN_MOTION;
  if (irez != 0) {
    const xfact = record.xfact;
    const theta = (record.gsto + t * RPTIM) % TWO_PI;
    const delt = t > 0.0 ? STEPP : -STEPP;
    let atime: f64 = 0.0;
    let xni = no;
    let xli = record.xlamo;
    if (keepsStepOf(record, t)) {
      const steps = stepsTo(record, t);
      const kept = record.step(<usize>(steps - <f64>record.stepFirst));
      atime = steps * STEPP;
      xni = kept.xni;
      xli = kept.xli;
    }
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
  out.am = a * tempa * tempa;
  out.ep = em;
  out.xincp = inclm;
  out.argpp = argpm;
  out.nodep = nodem;
  out.mp = mm;
  const status = dpper(record, t, out);
  return status == OK ? orbit(out, velocity) : status;
}

/**
 * Adds lunar-solar periodics to the orbit, as dpper() does, and writes the terms that follow from its new inclination.
 * peo, pinco, plo, pgho and pho are zero in the 2006 revision and left out.
 */
function dpper(record: DeepSatellite, t: f64, out: Orbit): i32 {
  const sun = record.sun;
  const zms = record.zmos + ZNS * t;
  const zfs = zms + 2.0 * ZES * Math.sin(zms);
  const sinzfs = Math.sin(zfs);
  const f2s = 0.5 * sinzfs * sinzfs - 0.25;
  const f3s = -0.5 * sinzfs * Math.cos(zfs);

  const moon = record.moon;
  const zml = record.zmol + ZNL * t;
  const zfl = zml + 2.0 * ZEL * Math.sin(zml);
  const sinzfl = Math.sin(zfl);
  const f2l = 0.5 * sinzfl * sinzfl - 0.25;
  const f3l = -0.5 * sinzfl * Math.cos(zfl);

  const ses = sun.e2 * f2s + sun.e3 * f3s;
  const sel = moon.e2 * f2l + moon.e3 * f3l;
  const sis = sun.i2 * f2s + sun.i3 * f3s;
  const sil = moon.i2 * f2l + moon.i3 * f3l;
  const sls = sun.l2 * f2s + sun.l3 * f3s + sun.l4 * sinzfs;
  const sll = moon.l2 * f2l + moon.l3 * f3l + moon.l4 * sinzfl;
  const sghs = sun.gh2 * f2s + sun.gh3 * f3s + sun.gh4 * sinzfs;
  const sghl = moon.gh2 * f2l + moon.gh3 * f3l + moon.gh4 * sinzfl;
  const shs = sun.h2 * f2s + sun.h3 * f3s;
  const shll = moon.h2 * f2l + moon.h3 * f3l;
  const pinc = sis + sil;
  const pl = sls + sll;
  let pgh = sghs + sghl;
  let ph = shs + shll;

  const ep = out.ep + (ses + sel);
  let xincp = out.xincp + pinc;
  let argpp = out.argpp;
  let nodep = out.nodep;
  let mp = out.mp;
  let sinip = Math.sin(xincp);
  let cosip = Math.cos(xincp);

  // Lyddane's modification serves if the perturbed inclination is below 0.2 rad.
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
  out.ep = ep;
  out.xincp = xincp;
  out.argpp = argpp;
  out.nodep = nodep;
  out.mp = mp;
  out.sinip = sinip;
  out.cosip = cosip;
  out.aycof = -0.5 * J3OJ2 * sinip;
  out.xlcof = xlcofOf(sinip, cosip);
  out.con41 = 3.0 * cosisq - 1.0;
  out.x1mth2 = 1.0 - cosisq;
  out.x7thm1 = 7.0 * cosisq - 1.0;
  return OK;
}
