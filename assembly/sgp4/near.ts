import { TWO_PI } from '../constants';
import { ERR_MEAN_ELEMENTS, ERR_MEAN_MOTION } from '../status';
import { orbit } from './orbit';
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
  ETA,
  INCLO,
  ISIMP,
  MDOT,
  MO,
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

/** sgp4() of AIAA 2006-6753 for near-earth orbits: t in minutes since the epoch. */
export function sgp4(record: usize, t: f64, velocity: bool, out: usize): i32 {
  const no = load<f64>(record, NO_UNKOZAI);
  const xmdf = load<f64>(record, MO) + load<f64>(record, MDOT) * t;
  const argpdf = load<f64>(record, ARGPO) + load<f64>(record, ARGPDOT) * t;
  const nodedf = load<f64>(record, NODEO) + load<f64>(record, NODEDOT) * t;
  const t2 = t * t;
  let argpm = argpdf;
  let mm = xmdf;
  let nodem = nodedf + load<f64>(record, NODECF) * t2;
  let tempa = 1.0 - load<f64>(record, CC1) * t;
  let tempe = load<f64>(record, BSTAR) * load<f64>(record, CC4) * t;
  let templ = load<f64>(record, T2COF) * t2;

  if (load<i32>(record, ISIMP) == 0) {
    const delomg = load<f64>(record, OMGCOF) * t;
    const delmtemp = 1.0 + load<f64>(record, ETA) * Math.cos(xmdf);
    const delm = load<f64>(record, XMCOF) * (delmtemp * delmtemp * delmtemp - load<f64>(record, DELMO));
    const temp = delomg + delm;
    mm = xmdf + temp;
    argpm = argpdf - temp;
    const t3 = t2 * t;
    const t4 = t3 * t;
    tempa = tempa - load<f64>(record, D2) * t2 - load<f64>(record, D3) * t3 - load<f64>(record, D4) * t4;
    tempe += load<f64>(record, BSTAR) * load<f64>(record, CC5) * (Math.sin(mm) - load<f64>(record, SINMAO));
    templ += load<f64>(record, T3COF) * t3 + t4 * (load<f64>(record, T4COF) + t * load<f64>(record, T5COF));
  }

  if (no <= 0.0) return ERR_MEAN_MOTION;
  const am = load<f64>(record, AO) * tempa * tempa;
  let em = load<f64>(record, ECCO) - tempe;
  if (em >= 1.0 || em < -0.001) return ERR_MEAN_ELEMENTS;
  if (em < 1.0e-6) em = 1.0e-6;
  mm += no * templ;
  const xlm = (mm + argpm + nodem) % TWO_PI;
  nodem = nodem % TWO_PI;
  argpm = argpm % TWO_PI;
  mm = (xlm - argpm - nodem) % TWO_PI;

  return orbit(
    am,
    em,
    load<f64>(record, INCLO),
    load<f64>(record, SINIO),
    load<f64>(record, COSIO),
    argpm,
    nodem,
    mm,
    load<f64>(record, AYCOF),
    load<f64>(record, XLCOF),
    load<f64>(record, CON41),
    load<f64>(record, X1MTH2),
    load<f64>(record, X7THM1),
    velocity,
    out,
  );
}
