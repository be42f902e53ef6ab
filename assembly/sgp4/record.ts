/**
 * One satellite, at a caller's pointer on a multiple of 64. Offsets are bytes; every field is an f64 unless noted.
 *
 *   0              64                             384                          832                      1344
 *   +--------------+------------------------------+----------------------------+-------------------------+
 *   | prefix       | SGP4's constants             | SDP4's constants           | steps of the integrator |
 *   +--------------+------------------------------+----------------------------+-------------------------+
 *   |<------------ near-earth record ------------>|
 *   |<--------------------------------- deep-space record -------------------------------------------->|
 *
 *   prefix:  epochUs @0 | 8..31 of others | method i32 @32 | initStatus i32 @36 | 40..63 reserved
 *
 * sgp4Init writes a record, and keepSteps the steps; propagation only reads it, so any number of threads may share one.
 */
export const NEAR_RECORD_BYTES: u32 = 384;
export const DEEP_RECORD_BYTES: u32 = 1344;

export const EPOCH_US: u32 = 0;
export const METHOD: u32 = 32;
export const INIT_STATUS: u32 = 36;

/** METHOD: the paper's 'n' and 'd'. */
export const NEAR_EARTH: i32 = 0;
export const DEEP_SPACE: i32 = 1;

export const ECCO: u32 = 64;
export const ARGPO: u32 = 72;
export const INCLO: u32 = 80;
export const MO: u32 = 88;
export const NO_UNKOZAI: u32 = 96;
export const NODEO: u32 = 104;
export const BSTAR: u32 = 112;
/** Semi-major axis of the un-Kozai mean motion, and sine and cosine of inclo. */
export const AO: u32 = 120;
export const SINIO: u32 = 128;
export const COSIO: u32 = 136;
export const AYCOF: u32 = 144;
export const XLCOF: u32 = 152;
export const CON41: u32 = 160;
export const X1MTH2: u32 = 168;
export const X7THM1: u32 = 176;
export const MDOT: u32 = 184;
export const ARGPDOT: u32 = 192;
export const NODEDOT: u32 = 200;
export const NODECF: u32 = 208;
export const CC1: u32 = 216;
export const CC4: u32 = 224;
export const T2COF: u32 = 232;
/** i32: 1 where the perigee is low or the orbit deep; what follows, up to XMCOF, is then zero. */
export const ISIMP: u32 = 240;
export const CC5: u32 = 248;
export const D2: u32 = 256;
export const D3: u32 = 264;
export const D4: u32 = 272;
export const T3COF: u32 = 280;
export const T4COF: u32 = 288;
export const T5COF: u32 = 296;
export const DELMO: u32 = 304;
export const ETA: u32 = 312;
export const OMGCOF: u32 = 320;
export const SINMAO: u32 = 328;
export const XMCOF: u32 = 336;
/** x, y, z in km (TEME) at the epoch: what init's own propagation found. */
export const EPOCH_POSITION: u32 = 344;

export const GSTO: u32 = 384;
export const ZMOS: u32 = 392;
export const ZMOL: u32 = 400;
/** Periodic terms of each body, twelve fields: the paper's se2 .. sh3 (Sun) and ee2 .. xh3 (Moon). */
export const SUN: u32 = 408;
export const MOON: u32 = 504;
export const E2: u32 = 0;
export const E3: u32 = 8;
export const I2: u32 = 16;
export const I3: u32 = 24;
export const L2: u32 = 32;
export const L3: u32 = 40;
export const L4: u32 = 48;
export const GH2: u32 = 56;
export const GH3: u32 = 64;
export const GH4: u32 = 72;
export const H2: u32 = 80;
export const H3: u32 = 88;
/** Secular rates of both bodies together. */
export const DEDT: u32 = 600;
export const DIDT: u32 = 608;
export const DMDT: u32 = 616;
export const DNODT: u32 = 624;
export const DOMDT: u32 = 632;
/** i32: 0 no resonance, 1 one day, 2 half a day. */
export const IREZ: u32 = 640;
export const XFACT: u32 = 648;
export const XLAMO: u32 = 656;
export const DEL1: u32 = 664;
export const DEL2: u32 = 672;
export const DEL3: u32 = 680;
export const D2201: u32 = 688;
export const D2211: u32 = 696;
export const D3210: u32 = 704;
export const D3222: u32 = 712;
export const D4410: u32 = 720;
export const D4422: u32 = 728;
export const D5220: u32 = 736;
export const D5232: u32 = 744;
export const D5421: u32 = 752;
export const D5433: u32 = 760;
/** i32, u32: the first step of the resonance integrator that the record keeps, and how many. */
export const STEP_FIRST: u32 = 768;
export const STEP_COUNT: u32 = 772;
/** How often the node, and the argument of perigee, go into the resonance angle. */
export const NODES: u32 = 776;
export const ARGPS: u32 = 784;
export const STEPS: u32 = 832;
/** As many as a week touches. */
export const MAX_STEPS: u32 = 16;
export const STEP_BYTES: u32 = 32;
export const STEP_XLI: u32 = 0;
export const STEP_XNI: u32 = 8;
export const STEP_XNDT: u32 = 16;
export const STEP_XNDDT: u32 = 24;

export function nearRecordBytes(): u32 {
  return NEAR_RECORD_BYTES;
}

export function deepRecordBytes(): u32 {
  return DEEP_RECORD_BYTES;
}
