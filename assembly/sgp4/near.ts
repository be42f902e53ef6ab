import { TWO_PI } from '../constants';
import { Orbit } from '../records/sgp4/orbit';
import { Satellite } from '../records/sgp4/satellite';
import { ERR_MEAN_ELEMENTS, ERR_MEAN_MOTION } from '../status';
import { orbit } from './orbit';

/**
 * Propagates a near-earth orbit to t, minutes since the epoch, as sgp4() of AIAA 2006-6753 does; returns the status.
 */
export function sgp4(record: Satellite, t: f64, velocity: bool, out: Orbit): i32 {
  const no = record.noUnkozai;
  const xmdf = record.mo + record.mdot * t;
  const argpdf = record.argpo + record.argpdot * t;
  const nodedf = record.nodeo + record.nodedot * t;
  const t2 = t * t;
  let argpm = argpdf;
  let mm = xmdf;
  let nodem = nodedf + record.nodecf * t2;
  let tempa = 1.0 - record.cc1 * t;
  let tempe = record.bstar * record.cc4 * t;
  let templ = record.t2cof * t2;

  if (record.isimp == 0) {
    const delomg = record.omgcof * t;
    const delmtemp = 1.0 + record.eta * Math.cos(xmdf);
    const delm = record.xmcof * (delmtemp * delmtemp * delmtemp - record.delmo);
    const temp = delomg + delm;
    mm = xmdf + temp;
    argpm = argpdf - temp;
    const t3 = t2 * t;
    const t4 = t3 * t;
    tempa = tempa - record.d2 * t2 - record.d3 * t3 - record.d4 * t4;
    tempe += record.bstar * record.cc5 * (Math.sin(mm) - record.sinmao);
    templ += record.t3cof * t3 + t4 * (record.t4cof + t * record.t5cof);
  }

  if (no <= 0.0) return ERR_MEAN_MOTION;
  const am = record.ao * tempa * tempa;
  let em = record.ecco - tempe;
  if (em >= 1.0 || em < -0.001) return ERR_MEAN_ELEMENTS;
  if (em < 1.0e-6) em = 1.0e-6;
  mm += no * templ;
  const xlm = (mm + argpm + nodem) % TWO_PI;
  nodem = nodem % TWO_PI;
  argpm = argpm % TWO_PI;
  mm = (xlm - argpm - nodem) % TWO_PI;

  out.am = am;
  out.ep = em;
  out.xincp = record.inclo;
  out.argpp = argpm;
  out.nodep = nodem;
  out.mp = mm;
  out.sinip = record.sinio;
  out.cosip = record.cosio;
  out.aycof = record.aycof;
  out.xlcof = record.xlcof;
  out.con41 = record.con41;
  out.x1mth2 = record.x1mth2;
  out.x7thm1 = record.x7thm1;
  return orbit(out, velocity);
}
