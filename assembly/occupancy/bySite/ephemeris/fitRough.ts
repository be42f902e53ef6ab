import { EARTH_RATE, TWO_PI, WGS84_A, WGS84_B } from '../../../constants';
import { NearEphemeris } from '../../../records/bySite/nearEphemeris';
import { Satellite } from '../../../records/sgp4/satellite';
import { RADIUS_MARGIN_KM, footprintRadius } from '../footprintRadius';
import { PIECE_EPOCHS, SHORT_EPOCHS } from '../spans';

/** Largest error of the rough forms, radians, with which a satellite gets an ephemeris. */
const LARGEST_COARSE_RAD: f64 = 0.1;
/**
 * Number of instants on each side of the window's middle at which the rough forms are compared with the polynomials of
 * latitude and node. Few are enough, because neither has terms that vary with the anomaly.
 */
const INSTANTS: i32 = 16;
/** Least height of the perigee: with a lower one the satellite may dip below 90 km within the window. */
const LOWEST_HEIGHT_KM: f64 = 120.0;
/**
 * Largest relative difference between the rate of the argument of latitude and its value at the epoch of the elements,
 * and between the rate at which the node moves westwards and the Earth's rotation. In real orbits both are smaller: the
 * rate of latitude grows by 4 % before a satellite decays, and nodes drift by 3 % of the Earth's rotation. The search
 * for passes steps by revolutions, so it needs steady rates; with absurd drag SGP4's satellites stop and turn back.
 */
const STEADY_SHARE: f64 = 0.1;
/**
 * Largest relative deviation of the rate of the argument of latitude from Kepler's third law for the semi-major axis:
 * the bound of the satellite's speed follows from that law.
 */
const KEPLER_SHARE: f64 = 0.02;
/**
 * Margin of `reach` for two simplifications: in counting, the direction of a site is its geodetic up, and orbital
 * planes and latitudes lack periodic terms.
 */
const REACH_MARGIN_RAD: f64 = 0.02;
/**
 * Margin of the reach in coarseReach, coarseCosine and shortCosine: that of `reach`, and the errors of f32 and
 * sineOfTurns.
 */
const COARSE_MARGIN_RAD: f64 = 0.03;

/**
 * Writes an ephemeris's rough forms, the latitude's from five instants and the node's as the tangent in the window's
 * middle, and the fields from `reach` to `coarseReach`, which hold while the ephemeris is off by no more than `error`
 * km. Returns false if the rough forms are too far off, if no real orbit moves like this, or if the satellite may dip
 * below 90 km. `tm`: middle of the window, minutes since the elements' epoch; `half`: half of its length, minutes; `e`:
 * bound of the eccentricity.
 */
export function fitRough(ephemeris: NearEphemeris, record: Satellite, tm: f64, half: f64, e: f64, error: f64): bool {
  const h = max(1.0, half);
  const at = ephemeris.meanLatitude(tm);
  const near = 0.5 * (ephemeris.meanLatitude(tm + 0.5 * h) - ephemeris.meanLatitude(tm - 0.5 * h));
  const far = 0.5 * (ephemeris.meanLatitude(tm + h) - ephemeris.meanLatitude(tm - h));
  const bend = (0.5 * (ephemeris.meanLatitude(tm + h) + ephemeris.meanLatitude(tm - h)) - at) / (h * h);
  // rate h + twist h^3 is `far`; with h / 2 in place of h it is `near`.
  const twist = (far - 2.0 * near) / (0.75 * h * h * h);
  const rate = far / h - twist * h * h;
  ephemeris.coarseLatitude.c0 = at / TWO_PI;
  ephemeris.coarseLatitude.c1 = rate / TWO_PI;
  ephemeris.coarseLatitude.c2 = bend / TWO_PI;
  ephemeris.coarseLatitude.c3 = twist / TWO_PI;
  const node = ephemeris.nodeLongitude(tm);
  const nodeRate = ephemeris.nodeRate(tm);
  ephemeris.coarseNode0 = node / TWO_PI;
  ephemeris.coarseNode1 = nodeRate / TWO_PI;
  const undisturbed = ephemeris.latitude1;
  let steady = Math.abs(nodeRate + EARTH_RATE) <= STEADY_SHARE * EARTH_RATE;
  let coarse: f64 = 0.0;
  let lowest = Infinity;
  let highest: f64 = 0.0;
  for (let i = -INSTANTS; i <= INSTANTS; i++) {
    const d = (<f64>i * half) / <f64>INSTANTS;
    const off = Math.abs(ephemeris.meanLatitude(tm + d) - (at + d * (rate + d * (bend + d * twist))));
    const nodeOff = Math.abs(ephemeris.nodeLongitude(tm + d) - (node + d * nodeRate));
    const root = ephemeris.axisRoot(tm + d);
    const axis = ephemeris.axis * root * root;
    if (!(off + nodeOff <= coarse)) coarse = off + nodeOff;
    const share = ephemeris.latitudeRate(d) / undisturbed;
    // NaN is not steady either.
    if (!(Math.abs(share - 1.0) <= STEADY_SHARE)) steady = false;
    if (!(Math.abs(share * root * root * root - 1.0) <= KEPLER_SHARE)) steady = false;
    lowest = min(lowest, axis);
    highest = max(highest, axis);
  }
  const above = highest * (1.0 + e) + error + RADIUS_MARGIN_KM;
  const below = lowest * (1.0 - e) - error - RADIUS_MARGIN_KM;
  const angle = error / below;
  const reach = footprintRadius(WGS84_B, above, record.sinMinElevation, -1.0);
  // The rate at the perigee of the lowest orbit, by Kepler's third law; rad/min, like `undisturbed`.
  const fastest = (undisturbed * Math.pow(ephemeris.axis / lowest, 1.5)) / ((1.0 - e) * (1.0 - e));
  ephemeris.reach = reach + REACH_MARGIN_RAD + angle;
  ephemeris.fastest = fastest + EARTH_RATE;
  const coarseReach = reach + COARSE_MARGIN_RAD + angle + coarse + 2.0 * e;
  ephemeris.coarseReach = coarseReach;
  ephemeris.coarseCosine = cosineWithin(coarseReach + 0.5 * <f64>(PIECE_EPOCHS - 1) * ephemeris.fastest);
  ephemeris.shortCosine = cosineWithin(coarseReach + 0.5 * <f64>(SHORT_EPOCHS - 1) * ephemeris.fastest);
  return steady && coarse <= LARGEST_COARSE_RAD && below >= WGS84_A + LOWEST_HEIGHT_KM;
}

/** Least cosine of the angles up to `angle`, radians; -Infinity, below all cosines, from half a turn on. */
function cosineWithin(angle: f64): f64 {
  return angle < Math.PI ? Math.cos(angle) : -Infinity;
}
