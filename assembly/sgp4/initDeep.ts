import { TWO_PI } from '../constants';
import { RPTIM, X2O3, XKE, ZEL, ZES, ZNL, ZNS } from './constants';
import { BodyTerms, DEEP_RECORD_BYTES, DeepSatellite } from '../records/sgp4/satellite';
import { ThirdBody } from '../records/sgp4/thirdBody';

// Constants of dscom(): perturbation coefficients of the Sun (C1SS) and of the Moon (C1L), and the Sun's orientation.
const C1SS: f64 = 2.9864797e-6;
const C1L: f64 = 4.7968065e-7;
const ZSINIS: f64 = 0.39785416;
const ZCOSIS: f64 = 0.91744867;
const ZCOSGS: f64 = 0.1945905;
const ZSINGS: f64 = -0.98088458;

// dsinit(): tesseral harmonics.
const Q22: f64 = 1.7891679e-6;
const Q31: f64 = 2.1460748e-6;
const Q33: f64 = 2.2123015e-7;
const ROOT22: f64 = 1.7891679e-6;
const ROOT32: f64 = 3.7393792e-7;
const ROOT44: f64 = 7.3636953e-9;
const ROOT52: f64 = 1.1428639e-7;
const ROOT54: f64 = 2.1765803e-9;

/** Angle between orbit and equator, rad, below which the lunar-solar rate of the node is left out. */
const EQUATORIAL: f64 = 5.2359877e-2;

/**
 * Computes a record's deep-space constants, as dscom() and dsinit() of AIAA 2006-6753 do. The record's near-earth
 * constants must be set before. `epoch`: days since 1949-12-31; `gsto`: sidereal time at the epoch, radians; `body`:
 * scratch for the inputs of thirdBody(), first those of the Sun, then those of the Moon.
 */
export function initDeepSpace(record: DeepSatellite, epoch: f64, gsto: f64, body: ThirdBody): void {
  const nodeo = record.nodeo;
  const snodm = Math.sin(nodeo);
  const cnodm = Math.cos(nodeo);

  const day = epoch + 18261.5;
  const xnodce = (4.523602 - 9.2422029e-4 * day) % TWO_PI;
  const stem = Math.sin(xnodce);
  const ctem = Math.cos(xnodce);
  const zcosil = 0.91375164 - 0.03568096 * ctem;
  const zsinil = Math.sqrt(1.0 - zcosil * zcosil);
  const zsinhl = (0.089683511 * stem) / zsinil;
  const zcoshl = Math.sqrt(1.0 - zsinhl * zsinhl);
  const gam = 5.8351514 + 0.001944368 * day;
  const zx = gam + Math.atan2((0.39785416 * stem) / zsinil, zcoshl * ctem + 0.91744867 * zsinhl * stem) - xnodce;
  const zcosgl = Math.cos(zx);
  const zsingl = Math.sin(zx);

  record.gsto = gsto;
  record.zmos = (6.2565837 + 0.017201977 * day) % TWO_PI;
  record.zmol = (4.7199672 + 0.2299715 * day - gam) % TWO_PI;
  const behindTerms = offsetof<DeepSatellite>('stepFirst');
  memory.fill(changetype<usize>(record) + behindTerms, 0, <usize>DEEP_RECORD_BYTES - behindTerms);
  record.dedt = 0.0;
  record.didt = 0.0;
  record.dmdt = 0.0;
  record.dnodt = 0.0;
  record.domdt = 0.0;
  body.cc = C1SS;
  body.zn = ZNS;
  body.ze = ZES;
  body.zcosg = ZCOSGS;
  body.zsing = ZSINGS;
  body.zcosi = ZCOSIS;
  body.zsini = ZSINIS;
  body.zcosh = cnodm;
  body.zsinh = snodm;
  thirdBody(record, body, record.sun);
  body.cc = C1L;
  body.zn = ZNL;
  body.ze = ZEL;
  body.zcosg = zcosgl;
  body.zsing = zsingl;
  body.zcosi = zcosil;
  body.zsini = zsinil;
  body.zcosh = zcoshl * cnodm + zsinhl * snodm;
  body.zsinh = snodm * zcoshl - cnodm * zsinhl;
  thirdBody(record, body, record.moon);

  const nm = record.noUnkozai;
  if (nm > 0.0034906585 && nm < 0.0052359877) initOneDayResonance(record);
  else if (nm >= 8.26e-3 && nm <= 9.24e-3 && record.ecco >= 0.5) initHalfDayResonance(record);
  else initNoResonance(record);
}

/**
 * Sets up an orbit without resonance: in place of a resonance angle it has the mean anomaly, which grows at a constant
 * rate.
 */
function initNoResonance(record: DeepSatellite): void {
  record.irez = 0;
  record.xlamo = record.mo;
  record.xfact = record.mdot + record.dmdt - record.noUnkozai;
}

/**
 * Writes the periodic terms of a body, the Sun or the Moon, to `terms`, and adds its secular rates to those of the
 * record.
 */
function thirdBody(record: DeepSatellite, body: ThirdBody, terms: BodyTerms): void {
  const zn = body.zn;
  const ze = body.ze;
  const zcosg = body.zcosg;
  const zsing = body.zsing;
  const zcosi = body.zcosi;
  const zsini = body.zsini;
  const zcosh = body.zcosh;
  const zsinh = body.zsinh;
  const em = record.ecco;
  const emsq = em * em;
  const betasq = 1.0 - emsq;
  const rtemsq = Math.sqrt(betasq);
  const inclm = record.inclo;
  const sinim = record.sinio;
  const cosim = record.cosio;
  const sinomm = Math.sin(record.argpo);
  const cosomm = Math.cos(record.argpo);

  const a1 = zcosg * zcosh + zsing * zcosi * zsinh;
  const a3 = -zsing * zcosh + zcosg * zcosi * zsinh;
  const a7 = -zcosg * zsinh + zsing * zcosi * zcosh;
  const a8 = zsing * zsini;
  const a9 = zsing * zsinh + zcosg * zcosi * zcosh;
  const a10 = zcosg * zsini;
  const a2 = cosim * a7 + sinim * a8;
  const a4 = cosim * a9 + sinim * a10;
  const a5 = -sinim * a7 + cosim * a8;
  const a6 = -sinim * a9 + cosim * a10;

  const x1 = a1 * cosomm + a2 * sinomm;
  const x2 = a3 * cosomm + a4 * sinomm;
  const x3 = -a1 * sinomm + a2 * cosomm;
  const x4 = -a3 * sinomm + a4 * cosomm;
  const x5 = a5 * sinomm;
  const x6 = a6 * sinomm;
  const x7 = a5 * cosomm;
  const x8 = a6 * cosomm;

  const z31 = 12.0 * x1 * x1 - 3.0 * x3 * x3;
  const z32 = 24.0 * x1 * x2 - 6.0 * x3 * x4;
  const z33 = 12.0 * x2 * x2 - 3.0 * x4 * x4;
  const z1 = 2.0 * (3.0 * (a1 * a1 + a2 * a2) + z31 * emsq) + betasq * z31;
  const z2 = 2.0 * (6.0 * (a1 * a3 + a2 * a4) + z32 * emsq) + betasq * z32;
  const z3 = 2.0 * (3.0 * (a3 * a3 + a4 * a4) + z33 * emsq) + betasq * z33;
  const z11 = -6.0 * a1 * a5 + emsq * (-24.0 * x1 * x7 - 6.0 * x3 * x5);
  const z12 = -6.0 * (a1 * a6 + a3 * a5) + emsq * (-24.0 * (x2 * x7 + x1 * x8) - 6.0 * (x3 * x6 + x4 * x5));
  const z13 = -6.0 * a3 * a6 + emsq * (-24.0 * x2 * x8 - 6.0 * x4 * x6);
  const z21 = 6.0 * a2 * a5 + emsq * (24.0 * x1 * x5 - 6.0 * x3 * x7);
  const z22 = 6.0 * (a4 * a5 + a2 * a6) + emsq * (24.0 * (x2 * x5 + x1 * x6) - 6.0 * (x4 * x7 + x3 * x8));
  const z23 = 6.0 * a4 * a6 + emsq * (24.0 * x2 * x6 - 6.0 * x4 * x8);

  const s3 = body.cc / record.noUnkozai;
  const s2 = (-0.5 * s3) / rtemsq;
  const s4 = s3 * rtemsq;
  const s1 = -15.0 * em * s4;
  const s5 = x1 * x3 + x2 * x4;
  const s6 = x2 * x3 + x1 * x4;
  const s7 = x2 * x4 - x1 * x3;

  terms.e2 = 2.0 * s1 * s6;
  terms.e3 = 2.0 * s1 * s7;
  terms.i2 = 2.0 * s2 * z12;
  terms.i3 = 2.0 * s2 * (z13 - z11);
  terms.l2 = -2.0 * s3 * z2;
  terms.l3 = -2.0 * s3 * (z3 - z1);
  terms.l4 = -2.0 * s3 * (-21.0 - 9.0 * emsq) * ze;
  terms.gh2 = 2.0 * s4 * z32;
  terms.gh3 = 2.0 * s4 * (z33 - z31);
  terms.gh4 = -18.0 * s4 * ze;
  terms.h2 = -2.0 * s2 * z22;
  terms.h3 = -2.0 * s2 * (z23 - z21);

  const equatorial = inclm < EQUATORIAL || inclm > Math.PI - EQUATORIAL;
  const node = equatorial ? 0.0 : (-zn * s2 * (z21 + z23)) / sinim;
  record.dedt += s1 * zn * s5;
  record.didt += s2 * zn * (z11 + z13);
  record.dmdt += -zn * s3 * (z1 + z3 - 14.0 - 6.0 * emsq);
  record.dnodt += node;
  record.domdt += s4 * zn * (z31 + z33 - 6.0) - cosim * node;
}

/** Sets up the resonance of an orbit with a period near one sidereal day. */
function initOneDayResonance(record: DeepSatellite): void {
  const nm = record.noUnkozai;
  const em = record.ecco;
  const emsq = em * em;
  const sinim = record.sinio;
  const cosim = record.cosio;
  const aonv = Math.pow(nm / XKE, X2O3);
  const g200 = 1.0 + emsq * (-2.5 + 0.8125 * emsq);
  const g310 = 1.0 + 2.0 * emsq;
  const g300 = 1.0 + emsq * (-6.0 + 6.60937 * emsq);
  const f220 = 0.75 * (1.0 + cosim) * (1.0 + cosim);
  const f311 = 0.9375 * sinim * sinim * (1.0 + 3.0 * cosim) - 0.75 * (1.0 + cosim);
  const f330 = 1.875 * (1.0 + cosim) * (1.0 + cosim) * (1.0 + cosim);
  const del = 3.0 * nm * nm * aonv * aonv;
  record.irez = 1;
  record.nodes = 1.0;
  record.argps = 1.0;
  record.del1 = del * f311 * g310 * Q31 * aonv;
  record.del2 = 2.0 * del * f220 * g200 * Q22;
  record.del3 = 3.0 * del * f330 * g300 * Q33 * aonv;

  const xlamo = record.mo + record.nodeo + record.argpo - record.gsto;
  record.xlamo = xlamo % TWO_PI;
  const xpidot = record.argpdot + record.nodedot;
  const secular = record.dmdt + record.domdt + record.dnodt;
  record.xfact = record.mdot + xpidot - RPTIM + secular - nm;
}

/** Sets up the resonance of an orbit with a period near half a sidereal day and an eccentricity of 0.5 or more. */
function initHalfDayResonance(record: DeepSatellite): void {
  const nm = record.noUnkozai;
  const em = record.ecco;
  const emsq = em * em;
  const eoc = em * emsq;
  const sinim = record.sinio;
  const cosim = record.cosio;
  const cosisq = cosim * cosim;
  const sini2 = sinim * sinim;

  const g201 = -0.306 - (em - 0.64) * 0.44;
  let g211: f64, g310: f64, g322: f64, g410: f64, g422: f64, g520: f64, g521: f64, g532: f64, g533: f64;
  if (em <= 0.65) {
    g211 = 3.616 - 13.247 * em + 16.29 * emsq;
    g310 = -19.302 + 117.39 * em - 228.419 * emsq + 156.591 * eoc;
    g322 = -18.9068 + 109.7927 * em - 214.6334 * emsq + 146.5816 * eoc;
    g410 = -41.122 + 242.694 * em - 471.094 * emsq + 313.953 * eoc;
    g422 = -146.407 + 841.88 * em - 1629.014 * emsq + 1083.435 * eoc;
    g520 = -532.114 + 3017.977 * em - 5740.032 * emsq + 3708.276 * eoc;
  } else {
    g211 = -72.099 + 331.819 * em - 508.738 * emsq + 266.724 * eoc;
    g310 = -346.844 + 1582.851 * em - 2415.925 * emsq + 1246.113 * eoc;
    g322 = -342.585 + 1554.908 * em - 2366.899 * emsq + 1215.972 * eoc;
    g410 = -1052.797 + 4758.686 * em - 7193.992 * emsq + 3651.957 * eoc;
    g422 = -3581.69 + 16178.11 * em - 24462.77 * emsq + 12422.52 * eoc;
    if (em > 0.715) g520 = -5149.66 + 29936.92 * em - 54087.36 * emsq + 31324.56 * eoc;
    else g520 = 1464.74 - 4664.75 * em + 3763.64 * emsq;
  }
  if (em < 0.7) {
    g533 = -919.2277 + 4988.61 * em - 9064.77 * emsq + 5542.21 * eoc;
    g521 = -822.71072 + 4568.6173 * em - 8491.4146 * emsq + 5337.524 * eoc;
    g532 = -853.666 + 4690.25 * em - 8624.77 * emsq + 5341.4 * eoc;
  } else {
    g533 = -37995.78 + 161616.52 * em - 229838.2 * emsq + 109377.94 * eoc;
    g521 = -51752.104 + 218913.95 * em - 309468.16 * emsq + 146349.42 * eoc;
    g532 = -40023.88 + 170470.89 * em - 242699.48 * emsq + 115605.82 * eoc;
  }

  const f220 = 0.75 * (1.0 + 2.0 * cosim + cosisq);
  const f221 = 1.5 * sini2;
  const f321 = 1.875 * sinim * (1.0 - 2.0 * cosim - 3.0 * cosisq);
  const f322 = -1.875 * sinim * (1.0 + 2.0 * cosim - 3.0 * cosisq);
  const f441 = 35.0 * sini2 * f220;
  const f442 = 39.375 * sini2 * sini2;
  const f522 =
    9.84375 * sinim * (sini2 * (1.0 - 2.0 * cosim - 5.0 * cosisq) + 0.33333333 * (-2.0 + 4.0 * cosim + 6.0 * cosisq));
  const f523 =
    sinim *
    (4.92187512 * sini2 * (-2.0 - 4.0 * cosim + 10.0 * cosisq) + 6.56250012 * (1.0 + 2.0 * cosim - 3.0 * cosisq));
  const f542 = 29.53125 * sinim * (2.0 - 8.0 * cosim + cosisq * (-12.0 + 8.0 * cosim + 10.0 * cosisq));
  const f543 = 29.53125 * sinim * (-2.0 - 8.0 * cosim + cosisq * (12.0 + 8.0 * cosim - 10.0 * cosisq));

  const aonv = Math.pow(nm / XKE, X2O3);
  let temp1 = 3.0 * nm * nm * aonv * aonv;
  record.irez = 2;
  record.nodes = 2.0;
  record.d2201 = temp1 * ROOT22 * f220 * g201;
  record.d2211 = temp1 * ROOT22 * f221 * g211;
  temp1 *= aonv;
  record.d3210 = temp1 * ROOT32 * f321 * g310;
  record.d3222 = temp1 * ROOT32 * f322 * g322;
  temp1 *= aonv;
  record.d4410 = 2.0 * temp1 * ROOT44 * f441 * g410;
  record.d4422 = 2.0 * temp1 * ROOT44 * f442 * g422;
  temp1 *= aonv;
  record.d5220 = temp1 * ROOT52 * f522 * g520;
  record.d5232 = temp1 * ROOT52 * f523 * g532;
  record.d5421 = 2.0 * temp1 * ROOT54 * f542 * g521;
  record.d5433 = 2.0 * temp1 * ROOT54 * f543 * g533;

  const nodeo = record.nodeo;
  const theta = record.gsto;
  record.xlamo = (record.mo + nodeo + nodeo - theta - theta) % TWO_PI;
  const nodeRate = record.nodedot + record.dnodt - RPTIM;
  record.xfact = record.mdot + record.dmdt + 2.0 * nodeRate - nm;
}
