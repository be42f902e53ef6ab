/**
 * Records of the core, and the fields of each that the host needs: the module exports the offset of a field as
 * RECORD_FIELD, and a record's size as RECORD_BYTES. Only the module has the values.
 */
const FIELDS = {
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
  STATION: ['SIN_OF_WINDOW', 'SIN_OF_STATION', 'HORIZON_MASK'],
  HORIZON_MASK: ['COUNT', 'POINTS'],
  MASK_POINT: ['BYTES', 'AZIMUTH_RAD', 'ELEVATION_RAD'],
  SERIES: ['EPOCHS', 'GROUPS', 'FILLED', 'COUNTS', 'MEMBERS', 'SITE'],
  SLOT: ['CANCEL', 'NEXT_PORTION', 'WORK', 'SCRATCH', 'COVERAGE', 'COVERED', 'VALUES', 'RANGES', 'TEXT'],
  CELL_LIST: ['HEADER_BYTES', 'NSIDE', 'COUNT'],
  CELL_TEXT: ['ENTRIES', 'BYTES'],
  RING_TABLE: ['HEADER_BYTES', 'NSIDE', 'RINGS', 'MAP_BYTES'],
  RING: ['BYTES', 'FIRST', 'CELLS', 'ROW', 'FIRST_LON', 'SIN_LAT', 'COS_LAT'],
  POSITIONS: ['HEADER_BYTES', 'PLANE'],
  FOOTPRINT: ['BYTES', 'FIRST_RING', 'LAST_RING'],
  PASS_QUERY: ['STATION', 'WINDOW', 'SATELLITE', 'FROM_US', 'TO_US', 'CAPACITY', 'PASSES'],
  PASS: ['BYTES', 'AOS_US', 'LOS_US', 'MAX_US', 'MAX_RAD', 'CUT'],
  ENCOUNTER_QUERY: [
    'STATION',
    'WINDOW',
    'CANDIDATES',
    'RANGES',
    'ENCOUNTERS',
    'RANGE_COUNT',
    'FIRST',
    'MAX_SEPARATION_RAD',
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
    'TRACKED_RAD_PER_KM',
    'OTHER_RAD_PER_KM',
    'TRACKED_SECONDS_PER_KM',
    'OTHER_SECONDS_PER_KM',
    'SATELLITE',
    'CUT',
  ],
  LOOK_QUERY: ['STATION', 'WINDOW', 'CANDIDATES', 'LOOKS', 'T_US', 'TRACKED', 'COUNT', 'IS_UP'],
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
} as const;

/** Other sizes, addresses and limits that the module exports. */
const CONSTANTS = [
  'INSTANT_BYTES',
  'ORBIT_BYTES',
  'SATELLITE_SIN_MIN_ELEVATION',
  'SITE_BYTES',
  'SCRATCH_BYTES',
  'CELL_ENTRY_BYTES',
  'WORK_BYTES',
  'FOOTPRINT_WORK_BYTES',
  'MARKS_BYTES',
  'EPOCHS_BEYOND',
  'MOST_CANDIDATES',
  'MOST_MASK_POINTS',
  'MOST_RANGES',
  'MAX_EPOCHS',
  'MAX_ENTRY_BYTES',
  'HEAP_BASE',
] as const;

type Records = typeof FIELDS;
type RecordName = keyof Records;
type FieldName = { [Name in RecordName]: `${Name}_${Records[Name][number]}` }[RecordName];

/** Offsets and sizes in bytes, addresses and limits, by the names under which the module exports them. */
export type Layout = Readonly<Record<FieldName | (typeof CONSTANTS)[number], number>>;

/** Reads the exported constants of a module's instance. @throws Error if one is missing */
export function readLayout(exports: object): Layout {
  const globals = exports as Record<string, { value: number } | undefined>;
  const fields = Object.entries(FIELDS).flatMap(([record, names]) => names.map((name) => `${record}_${name}`));
  const entries = [...fields, ...CONSTANTS].map((name) => {
    const value = globals[name]?.value;
    if (value === undefined)
      throw new Error(`the core does not export ${name}: it is older than this host; rebuild it`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Layout;
}

/** Writes fields of a record, u32 each, at its pointer; fields that `words` lacks stay as they are. */
export function writeWords<Name extends RecordName>(
  { layout, view }: { readonly layout: Layout; readonly view: DataView },
  record: Name,
  pointer: number,
  words: Partial<Record<Records[Name][number], number>>,
): void {
  for (const [field, value] of Object.entries(words as Record<string, number>)) {
    view.setUint32(pointer + layout[`${record}_${field}` as FieldName], value, true);
  }
}
