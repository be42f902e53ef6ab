import { TWO_PI, US_PER_DAY } from '../constants';
import { DEBUG, isRecord } from '../records/checks';
import { MeanElements } from '../records/sgp4/elements';
import { DEEP_SPACE, DeepSatellite, NEAR_EARTH, Satellite } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { ThirdBody } from '../records/sgp4/thirdBody';
import { DEEP_SPACE_PERIOD_MIN, J2, J3OJ2, J4, RADIUS_KM, X2O3, XKE } from './constants';
import { initDeepSpace } from './initDeep';
import { xlcofOf } from './orbit';
import { propagate } from './propagate';

/** Julian dates of 1970-01-01T00:00:00Z and of 1949-12-31T00:00:00Z, from which the paper counts days. */
const JD_1970: f64 = 2440587.5;
const JD_DAY_ZERO: f64 = 2433281.5;

/**
 * Whether an orbit of these elements has a period of 225 minutes or more: SDP4 then propagates it, and its record is
 * the longer deep-space one.
 */
export function isDeepSpace(noKozaiRadPerMin: f64, ecco: f64, incloRad: f64): bool {
  return isDeep(unKozai(noKozaiRadPerMin, ecco, Math.cos(incloRad)));
}

/**
 * Writes the constants of one satellite to its record, as sgp4init() of AIAA 2006-6753 does in its improved mode ('i')
 * with WGS72. Returns the status of the propagation to the epoch: 0 or SGP4's error. As in the paper's code, 5 is never
 * returned.
 */
export function sgp4Init(record: Satellite, elements: MeanElements, scratch: Scratch): i32 {
  if (DEBUG) assert(isRecord(record));
  const epochUs = elements.epochUs;
  const bstar = elements.bstar;
  const ecco = elements.ecco;
  const argpo = elements.argpo;
  const inclo = elements.inclo;
  const mo = elements.mo;
  const cosio = Math.cos(inclo);
  const sinio = Math.sin(inclo);
  const cosio2 = cosio * cosio;
  const no = unKozai(elements.noKozai, ecco, cosio);
  const deep = isDeep(no);
  const omeosq = 1.0 - ecco * ecco;
  const rteosq = Math.sqrt(omeosq);
  const ao = Math.pow(XKE / no, X2O3);
  const po = ao * omeosq;
  const con42 = 1.0 - 5.0 * cosio2;
  const con41 = -con42 - cosio2 - cosio2;
  const rp = ao * (1.0 - ecco);
  const isimp = deep || rp < 220.0 / RADIUS_KM + 1.0;

  // The atmosphere's density parameter s, which is smaller for perigees below 156 km, and (q0 - s)^4.
  let sfourKm: f64 = 78.0;
  const perige = (rp - 1.0) * RADIUS_KM;
  if (perige < 156.0) sfourKm = perige < 98.0 ? 20.0 : perige - 78.0;
  const sfour = sfourKm / RADIUS_KM + 1.0;
  const q0ms = (120.0 - sfourKm) / RADIUS_KM;
  const qzms24 = q0ms * q0ms * q0ms * q0ms;

  const pinvsq = 1.0 / (po * po);
  const tsi = 1.0 / (ao - sfour);
  const eta = ao * ecco * tsi;
  const etasq = eta * eta;
  const eeta = ecco * eta;
  const psisq = Math.abs(1.0 - etasq);
  const coef = qzms24 * (tsi * tsi * tsi * tsi);
  const coef1 = coef / Math.pow(psisq, 3.5);
  const cc2 =
    coef1 *
    no *
    (ao * (1.0 + 1.5 * etasq + eeta * (4.0 + etasq)) +
      ((0.375 * J2 * tsi) / psisq) * con41 * (8.0 + 3.0 * etasq * (8.0 + etasq)));
  const cc1 = bstar * cc2;
  const cc3 = ecco > 1.0e-4 ? (-2.0 * coef * tsi * J3OJ2 * no * sinio) / ecco : 0.0;
  const x1mth2 = 1.0 - cosio2;
  const cc4 =
    2.0 *
    no *
    coef1 *
    ao *
    omeosq *
    (eta * (2.0 + 0.5 * etasq) +
      ecco * (0.5 + 2.0 * etasq) -
      ((J2 * tsi) / (ao * psisq)) *
        (-3.0 * con41 * (1.0 - 2.0 * eeta + etasq * (1.5 - 0.5 * eeta)) +
          0.75 * x1mth2 * (2.0 * etasq - eeta * (1.0 + etasq)) * Math.cos(2.0 * argpo)));
  const cc5 = 2.0 * coef1 * ao * omeosq * (1.0 + 2.75 * (etasq + eeta) + eeta * etasq);

  const cosio4 = cosio2 * cosio2;
  const temp1 = 1.5 * J2 * pinvsq * no;
  const temp2 = 0.5 * temp1 * J2 * pinvsq;
  const temp3 = -0.46875 * J4 * pinvsq * pinvsq * no;
  const mdot = no + 0.5 * temp1 * rteosq * con41 + 0.0625 * temp2 * rteosq * (13.0 - 78.0 * cosio2 + 137.0 * cosio4);
  const argpdot =
    -0.5 * temp1 * con42 +
    0.0625 * temp2 * (7.0 - 114.0 * cosio2 + 395.0 * cosio4) +
    temp3 * (3.0 - 36.0 * cosio2 + 49.0 * cosio4);
  const xhdot1 = -temp1 * cosio;
  const nodedot = xhdot1 + (0.5 * temp2 * (4.0 - 19.0 * cosio2) + 2.0 * temp3 * (3.0 - 7.0 * cosio2)) * cosio;
  const delmotemp = 1.0 + eta * Math.cos(mo);

  record.epochUs = epochUs;
  record.method = deep ? DEEP_SPACE : NEAR_EARTH;
  record.ecco = ecco;
  record.argpo = argpo;
  record.inclo = inclo;
  record.mo = mo;
  record.noUnkozai = no;
  record.nodeo = elements.nodeo;
  record.bstar = bstar;
  record.ao = ao;
  record.sinio = sinio;
  record.cosio = cosio;
  record.aycof = -0.5 * J3OJ2 * sinio;
  record.xlcof = xlcofOf(sinio, cosio);
  record.con41 = con41;
  record.x1mth2 = x1mth2;
  record.x7thm1 = 7.0 * cosio2 - 1.0;
  record.mdot = mdot;
  record.argpdot = argpdot;
  record.nodedot = nodedot;
  record.nodecf = 3.5 * omeosq * xhdot1 * cc1;
  record.cc1 = cc1;
  record.cc4 = cc4;
  record.t2cof = 1.5 * cc1;
  record.isimp = i32(isimp);
  if (isimp) {
    memory.fill(
      changetype<usize>(record) + offsetof<Satellite>('cc5'),
      0,
      offsetof<Satellite>('xmcof') + sizeof<f64>() - offsetof<Satellite>('cc5'),
    );
  } else {
    record.cc5 = cc5;
    record.delmo = delmotemp * delmotemp * delmotemp;
    record.eta = eta;
    record.omgcof = bstar * cc3 * Math.cos(argpo);
    record.sinmao = Math.sin(mo);
    record.xmcof = ecco > 1.0e-4 ? (-X2O3 * coef * bstar) / eeta : 0.0;
    initDrag(record, ao, tsi, sfour, cc1);
  }

  if (deep) {
    // The Julian date is one double, exact to 40 us, as in the paper's programs. The exact epoch would move the most
    // eccentric orbits of the paper's verification set by 4e-6 km, through the lunar-solar terms.
    const jdsatepoch = epochUs / US_PER_DAY + JD_1970;
    initDeepSpace(
      changetype<DeepSatellite>(record),
      jdsatepoch - JD_DAY_ZERO,
      gstime(jdsatepoch),
      changetype<ThirdBody>(scratch.room),
    );
  }

  return propagate(record, 0.0, false, scratch.lane);
}

/**
 * Writes the higher coefficients of the drag polynomials, which orbits with a perigee below 220 km, and deep-space
 * orbits, do without.
 */
function initDrag(record: Satellite, ao: f64, tsi: f64, sfour: f64, cc1: f64): void {
  const cc1sq = cc1 * cc1;
  const d2 = 4.0 * ao * tsi * cc1sq;
  const temp = (d2 * tsi * cc1) / 3.0;
  const d3 = (17.0 * ao + sfour) * temp;
  const d4 = 0.5 * temp * ao * tsi * (221.0 * ao + 31.0 * sfour) * cc1;
  record.d2 = d2;
  record.d3 = d3;
  record.d4 = d4;
  record.t3cof = d2 + 2.0 * cc1sq;
  record.t4cof = 0.25 * (3.0 * d3 + cc1 * (12.0 * d2 + 10.0 * cc1sq));
  record.t5cof = 0.2 * (3.0 * d4 + 12.0 * cc1 * d3 + 6.0 * d2 * d2 + 15.0 * cc1sq * (2.0 * d2 + cc1sq));
}

/** Converts the elements' mean motion from Kozai's definition to Brouwer's, as initl() does; both in rad/min. */
function unKozai(noKozai: f64, ecco: f64, cosio: f64): f64 {
  const omeosq = 1.0 - ecco * ecco;
  const ak = Math.pow(XKE / noKozai, X2O3);
  const d1 = (0.75 * J2 * (3.0 * cosio * cosio - 1.0)) / (Math.sqrt(omeosq) * omeosq);
  const del = d1 / (ak * ak);
  const adel = ak * (1.0 - del * del - del * (1.0 / 3.0 + (134.0 * del * del) / 81.0));
  return noKozai / (1.0 + d1 / (adel * adel));
}

function isDeep(noUnkozai: f64): bool {
  return TWO_PI / noUnkozai >= DEEP_SPACE_PERIOD_MIN;
}

/**
 * Sidereal time of a Julian date, radians, as gstime() computes it. Its rounding error of 3e-9 rad is kept on purpose,
 * so that deep-space orbits equal the paper's; gmst82, for all other uses, avoids it.
 */
function gstime(jdut1: f64): f64 {
  const tut1 = (jdut1 - 2451545.0) / 36525.0;
  const seconds =
    -6.2e-6 * tut1 * tut1 * tut1 + 0.093104 * tut1 * tut1 + (876600.0 * 3600.0 + 8640184.812866) * tut1 + 67310.54841;
  const angle = ((seconds * (Math.PI / 180.0)) / 240.0) % TWO_PI;
  return angle < 0.0 ? angle + TWO_PI : angle;
}
