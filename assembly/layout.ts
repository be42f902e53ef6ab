import { Pass } from './records/pass';
import { Satellite } from './records/satellite';
import { Series } from './records/series';
import { Slot } from './records/slot';
import { Site } from './records/site';
import { Frame, Group, MAX_EPOCHS, Window } from './records/window';

export { bitmapBytes, rowBytes, SERIES_SITE, seriesBytes } from './records/series';
export { SLOT_COVERED, SLOT_SCRATCH, SLOT_TEXT, SLOT_VALUES, SLOT_WORK } from './records/slot';
export { SCRATCH_BYTES as SLOT_SCRATCH_BYTES, WORK_BYTES } from './records/work';
export { EPOCHS_BEYOND, MAX_EPOCHS } from './records/window';

/**
 * The memory map. The host owns all memory above the module's static data and hands out these records; the kernels
 * only read and write inside them. Offsets and sizes are bytes; every record starts on a multiple of 64.
 *
 *   window                     one open window
 *   +--------+----------------------------------------------------------+
 *   | startUs f64 | epochs | near | deep | groups | 7 pointers | minutes |   64 bytes
 *   +--------+----------------------------------------------------------+
 *     nearRecords -> near x near-earth satellite record   ) sorted by emitter group,
 *     deepRecords -> deep x deep-space satellite record   ) so that a group is two ranges
 *     groups      -> groups x group
 *     frames      -> (epochs + EPOCHS_BEYOND) x (cos, sin) of the sidereal time, f64
 *     motions     -> near x motion (occupancy/motion.ts)    ) written by the first thread that counts
 *     tracks      -> deep x track (occupancy/track.ts)      ) the satellite, or by prepareCounting
 *     minutes     -> room x positions (occupancy/minutes.ts))
 *
 *   satellite record           prefix of 64 bytes, then SGP4's constants (sgp4/record.ts)
 *
 *   series                     the occupancy of one cell
 *   +--------+------+---------------------------+------------------------+
 *   | header | site | filled: groups x bitmap   | counts: groups x row    |
 *   +--------+------+---------------------------+------------------------+
 *     bitmap: one bit per epoch; row: one u16 per epoch
 *
 *   slot                       scratch and output of one task
 *   +---------+---------+------+--------+---------------------------------+
 *   | control | covered | work | values | text                            |
 *   +---------+---------+------+--------+---------------------------------+
 *     While a series is filled, the values belong to the work, and the text takes the work of helping threads.
 *
 *   work                       what one thread needs to count
 *   +---------+--------+----------------+--------------+------------------+
 *   | scratch | fields | need -> bitmap | counts -> row | spans           |
 *   +---------+--------+----------------+--------------+------------------+
 *
 *   ring table                 the rings of one nside, and where they lie in a map
 *   +----------------------------------------+-----------------------------+-------------------------------+
 *   | nside u32 | rings u32 | mapBytes u32   | rings x ring (128 bytes)    | columns (footprint/columns.ts)|
 *   +----------------------------------------+-----------------------------+-------------------------------+
 *
 *   map                        one u16 per cell, ring by ring from the north pole, RING order
 *   +----------------------+---------------+---+-------------------+---+----------------+
 *   | heads: rings x u32   | ring 1        | - | ring 2            | - | ...            |
 *   +----------------------+---------------+---+-------------------+---+----------------+
 *     row: a ring's cells eastwards, then 1 to 16 pads, so that every row starts on a multiple of 32 bytes. In a map of
 *     differences they go round: the count of a cell is the ring's head plus the entries up to the cell. In a map of
 *     prefix counts the head is the ring's total.
 *
 *   places                     where the satellites of a window are at one epoch
 *   +------------------------+----------+----------+----------+------------+
 *   | count u32 | plane u32  | x -> f64 | y -> f64 | z -> f64 | sine -> f64|
 *   +------------------------+----------+----------+----------+------------+
 *     plane: bytes of each of the four; x, y, z: km, Earth-fixed, NaN where nobody is; sine of the minimum elevation
 *
 *   footprint                  one position, prepared for going over the rings (footprint/footprint.ts)
 *
 *   pass                       aosUs, losUs, time and angle of the highest elevation (f64), cut u32
 *
 *   coding                     what coding and decoding one run after another takes (codec/)
 *   +--------------------+-----------+------------+-------------+----------+
 *   | differences i16    | symbols   | escapes    | histogram   | runs     |
 *   +--------------------+-----------+------------+-------------+----------+
 */

// Window
export const WINDOW_BYTES: u32 = offsetof<Window>();
export const WINDOW_START_US: u32 = offsetof<Window>('startUs');
export const WINDOW_EPOCHS: u32 = offsetof<Window>('epochs');
export const WINDOW_NEAR_COUNT: u32 = offsetof<Window>('nearCount');
export const WINDOW_DEEP_COUNT: u32 = offsetof<Window>('deepCount');
export const WINDOW_GROUP_COUNT: u32 = offsetof<Window>('groupCount');
export const WINDOW_NEAR_RECORDS: u32 = offsetof<Window>('nearRecords');
export const WINDOW_DEEP_RECORDS: u32 = offsetof<Window>('deepRecords');
export const WINDOW_GROUPS: u32 = offsetof<Window>('groups');
export const WINDOW_FRAMES: u32 = offsetof<Window>('frames');
export const WINDOW_MOTIONS: u32 = offsetof<Window>('motions');
export const WINDOW_TRACKS: u32 = offsetof<Window>('tracks');
export const WINDOW_MINUTES: u32 = offsetof<Window>('minutes');
export const WINDOW_MINUTES_ROOM: u32 = offsetof<Window>('minutesRoom');
export const WINDOW_MINUTES_TAKEN: u32 = offsetof<Window>('minutesTaken');
export const FRAME_BYTES: u32 = offsetof<Frame>();

// Emitter group
export const GROUP_BYTES: u32 = offsetof<Group>();
export const GROUP_BANDS: u32 = offsetof<Group>('bands');
export const GROUP_NEAR_FROM: u32 = offsetof<Group>('nearFrom');
export const GROUP_NEAR_TO: u32 = offsetof<Group>('nearTo');
export const GROUP_DEEP_FROM: u32 = offsetof<Group>('deepFrom');
export const GROUP_DEEP_TO: u32 = offsetof<Group>('deepTo');

// Satellite record
export const SATELLITE_SIN_MIN_ELEVATION: u32 = offsetof<Satellite>('sinMinElevation');

// Site
export const SITE_BYTES: u32 = offsetof<Site>();

// Cell series
export const SERIES_HEADER_BYTES: u32 = offsetof<Series>();
export const SERIES_EPOCHS: u32 = offsetof<Series>('epochs');
export const SERIES_GROUPS: u32 = offsetof<Series>('groups');
export const SERIES_FILLED: u32 = offsetof<Series>('filled');
export const SERIES_COUNTS: u32 = offsetof<Series>('counts');

// Slot
export const SLOT_CANCEL: u32 = offsetof<Slot>('cancel');
export const SLOT_NEXT_PORTION: u32 = offsetof<Slot>('nextPortion');
export const SLOT_EXACT: u32 = offsetof<Slot>('exact');
/** The longest entry: a five-digit intensity that is "moderate" never occurs together, so 80 is ample. */
export const MAX_ENTRY_BYTES: u32 = 80;

// Ring table; ring r (1 at the north pole) is record r - 1
export const RING_TABLE_HEADER_BYTES: u32 = 64;
export const RING_TABLE_NSIDE: u32 = 0;
export const RING_TABLE_RINGS: u32 = 4;
export const RING_TABLE_MAP_BYTES: u32 = 8;

export const RING_BYTES: u32 = 128;
/** RING number of the first cell, cells (u32); bytes from the map's start to the ring's row (u32). */
export const RING_FIRST: u32 = 0;
export const RING_CELLS: u32 = 4;
export const RING_ROW: u32 = 8;
/** Longitude of the first cell's centre and geodetic latitude of all; radians. */
export const RING_FIRST_LON: u32 = 16;
export const RING_SIN_LAT: u32 = 24;
export const RING_COS_LAT: u32 = 32;
// The rest belongs to footprint/interval.ts
export const RING_SEC_LAT: u32 = 40;
export const RING_NORMAL: u32 = 48;
export const RING_UP: u32 = 56;
export const RING_SQUARES: u32 = 64;
export const RING_SHIFT_Z: u32 = 72;
export const RING_CELLS_PER_RAD: u32 = 80;

// Places
export const PLACES_HEADER_BYTES: u32 = 64;
export const PLACES_COUNT: u32 = 0;
export const PLACES_PLANE: u32 = 4;

// Footprint
export const FOOTPRINT_BYTES: u32 = 128;
/** The first and the last ring that can hold a covered cell (u32): none when first > last. */
export const FOOTPRINT_FIRST_RING: u32 = 0;
export const FOOTPRINT_LAST_RING: u32 = 4;

// Pass
export const PASS_BYTES: u32 = offsetof<Pass>();
export const PASS_AOS_US: u32 = offsetof<Pass>('aosUs');
export const PASS_LOS_US: u32 = offsetof<Pass>('losUs');
export const PASS_MAX_US: u32 = offsetof<Pass>('maxUs');
export const PASS_MAX_RAD: u32 = offsetof<Pass>('maxRad');
export const PASS_CUT: u32 = offsetof<Pass>('cut');

// Coding
/** Numbers that are coded together, at most. */
export const MAX_RUN_NUMBERS: u32 = MAX_EPOCHS;
/** A run takes at most so many bytes: packed, 33 for 16 numbers, and its mode. */
export const MAX_RUN_BYTES: u32 = 1 + (MAX_RUN_NUMBERS / 16) * 33;
/** With room for what a group of look-ups writes beyond the last one. */
export const CODING_DIFFERENCES: u32 = 0;
export const CODING_SYMBOLS: u32 = 30592;
export const CODING_ESCAPES: u32 = CODING_SYMBOLS + 10112;
export const CODING_HISTOGRAM: u32 = CODING_ESCAPES + 20160;
export const CODING_RUNS: u32 = CODING_HISTOGRAM + 448;
/** Of coded runs; kernels touch up to 64 more behind them. */
export const CODING_RUNS_BYTES: u32 = 131072;
export const CODING_BYTES: u32 = CODING_RUNS + CODING_RUNS_BYTES + 64;

/** Where the tables that all coding reads begin (codec/tables.ts); the host hands out what lies behind them. */
export const CODES: u32 = <u32>__heap_base;
