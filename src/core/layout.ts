/**
 * Offsets and sizes that the host needs, by record: `WINDOW: ['BYTES']` is the export WINDOW_BYTES. The module exports
 * their values, none of which is repeated here.
 */
const RECORDS = {
  WINDOW: [
    'BYTES',
    'START_US',
    'EPOCHS',
    'NEAR_COUNT',
    'DEEP_COUNT',
    'GROUP_COUNT',
    'NEAR_RECORDS',
    'DEEP_RECORDS',
    'GROUPS',
    'INSTANTS',
    'NEAR_EPHEMERIDES',
    'DEEP_EPHEMERIDES',
    'TABLES',
    'TABLE_ROOM',
    'TABLES_TAKEN',
  ],
  ELEMENTS: ['BYTES', 'EPOCH_US', 'BSTAR', 'ECCO', 'ARGPO', 'INCLO', 'MO', 'NO_KOZAI', 'NODEO'],
  GROUP: ['BYTES', 'BANDS', 'NEAR_FROM', 'NEAR_TO', 'DEEP_FROM', 'DEEP_TO'],
  SERIES: ['HEADER_BYTES', 'EPOCHS', 'GROUPS', 'FILLED', 'COUNTS', 'MEMBERS', 'SITE'],
  SLOT: ['CANCEL', 'EXACT', 'NEXT_PORTION', 'WORK', 'SCRATCH', 'COVERAGE', 'COVERED', 'VALUES', 'RANGES', 'TEXT'],
  CELL_LIST: ['HEADER_BYTES', 'NSIDE', 'COUNT'],
  CELL: ['ENTRY_BYTES', 'TEXT_ENTRIES', 'TEXT_AT', 'TEXT_BYTES', 'DEFLATE_AT', 'OUTPUT_BYTES'],
  RING_TABLE: ['HEADER_BYTES', 'NSIDE', 'RINGS', 'MAP_BYTES'],
  RING: ['BYTES', 'FIRST', 'CELLS', 'ROW', 'FIRST_LON', 'SIN_LAT', 'COS_LAT'],
  POSITIONS: ['HEADER_BYTES', 'PLANE'],
  FOOTPRINT: ['BYTES', 'FIRST_RING', 'LAST_RING', 'WORK_BYTES'],
  PASS_QUERY: [
    'WINDOW',
    'SATELLITE',
    'FROM_US',
    'TO_US',
    'SIN_OF_WINDOW',
    'SIN_OF_STATION',
    'CAPACITY',
    'SITE',
    'PASSES',
  ],
  PASS: ['BYTES', 'AOS_US', 'LOS_US', 'MAX_US', 'MAX_RAD', 'CUT'],
  ENCOUNTER_QUERY: [
    'WINDOW',
    'CANDIDATES',
    'SITE',
    'ENCOUNTERS',
    'FROM_US',
    'TO_US',
    'MAX_SEPARATION_RAD',
    'SIN_OF_WINDOW',
    'SIN_OF_STATION',
    'TRACKED',
    'NEXT',
    'END',
    'CAPACITY',
  ],
  ENCOUNTER: [
    'BYTES',
    'ENTERS_US',
    'LEAVES_US',
    'CLOSEST_US',
    'CLOSEST_RAD',
    'TRACKED_KM',
    'OTHER_KM',
    'FARTHEST_RAD',
    'SATELLITE',
    'CUT',
  ],
  LOOK_QUERY: [
    'WINDOW',
    'CANDIDATES',
    'SITE',
    'LOOKS',
    'T_US',
    'SIN_OF_WINDOW',
    'SIN_OF_STATION',
    'TRACKED',
    'COUNT',
    'IS_UP',
  ],
  LOOK: ['BYTES', 'AZIMUTH_RAD', 'ELEVATION_RAD', 'RANGE_KM', 'SEPARATION_RAD', 'SATELLITE'],
  PROPAGATION: [
    'BYTES',
    'RECORDS',
    'INSTANTS',
    'SITE',
    'SATELLITES',
    'TIMES',
    'FORM',
    'TURNING',
    'OUT',
    'RATES',
    'STATUS',
    'OUT_ROW',
    'RATES_ROW',
    'STATUS_ROW',
  ],
  RING_SLICE: ['RINGS', 'FIRST_RING', 'LAST_RING', 'HEADS', 'MAPS', 'STRIDE', 'MARKS'],
  SWEEP_PLAN: [
    'BYTES',
    'SLICE',
    'SETS',
    'POSITIONS',
    'GROUPS',
    'SET_COUNT',
    'PREFIX_HEADS',
    'PREFIXES',
    'CELLS',
    'GROUP_ROWS',
    'OUT',
    'OUT_STRIDE',
    'SUM_WORK',
    'TRACKED',
    'TRACKED_SETS',
    'COUNTS',
    'COUNT_STRIDE',
  ],
  TRACKED: ['BYTES', 'SATELLITE', 'ROW', 'SETS', 'SET_COUNT'],
  MAX: ['EPOCHS', 'ENTRY_BYTES', 'RUN_NUMBERS', 'RUN_BYTES'],
  CODING: ['RUNS', 'RUNS_BYTES', 'BYTES'],
  DEFLATE: ['BYTES', 'OUT', 'TEXT_BYTES', 'CRC32'],
} as const;

/** Other constants that the host needs. */
const OTHERS = [
  'EPOCHS_BEYOND',
  'SCRATCH_BYTES',
  'WORK_BYTES',
  'MARKS_BYTES',
  'CODES',
  'CRC_TABLES',
  'INSTANT_BYTES',
  'ORBIT_BYTES',
  'SATELLITE_SIN_MIN_ELEVATION',
  'SITE_BYTES',
] as const;

type Records = typeof RECORDS;
type Name = { [R in keyof Records]: `${R}_${Records[R][number]}` }[keyof Records] | (typeof OTHERS)[number];

export type Layout = Readonly<Record<Name, number>>;

/** Reads the exported constants of a module's instance. */
export function readLayout(exports: object): Layout {
  const globals = exports as Record<string, { value: number } | undefined>;
  const fields = Object.entries(RECORDS).flatMap(([record, names]) => names.map((name) => `${record}_${name}`));
  const entries = [...fields, ...OTHERS].map((name) => {
    const value = globals[name]?.value;
    if (value === undefined)
      throw new Error(`the core does not export ${name}: it is older than this host; rebuild it`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Layout;
}
