/** Offsets and sizes that the host needs; the module exports them, and nothing here repeats a number of it. */
const NAMES = [
  'WINDOW_BYTES',
  'WINDOW_START_US',
  'WINDOW_EPOCHS',
  'WINDOW_NEAR_COUNT',
  'WINDOW_DEEP_COUNT',
  'WINDOW_GROUP_COUNT',
  'WINDOW_NEAR_RECORDS',
  'WINDOW_DEEP_RECORDS',
  'WINDOW_GROUPS',
  'WINDOW_FRAMES',
  'FRAME_BYTES',
  'GROUP_BYTES',
  'GROUP_BANDS',
  'GROUP_NEAR_FROM',
  'GROUP_NEAR_TO',
  'GROUP_DEEP_FROM',
  'GROUP_DEEP_TO',
  'SATELLITE_SIN_MIN_ELEVATION',
  'SITE_BYTES',
  'SERIES_HEADER_BYTES',
  'SERIES_EPOCHS',
  'SERIES_GROUPS',
  'SERIES_FILLED',
  'SERIES_COUNTS',
  'SERIES_SITE',
  'SLOT_CANCEL',
  'SLOT_SCRATCH',
  'SLOT_SCRATCH_BYTES',
  'SLOT_COVERED',
  'SLOT_VALUES',
  'SLOT_TEXT',
  'RING_TABLE_HEADER_BYTES',
  'RING_TABLE_NSIDE',
  'RING_TABLE_RINGS',
  'RING_TABLE_MAP_BYTES',
  'RING_BYTES',
  'RING_FIRST',
  'RING_CELLS',
  'RING_ROW',
  'RING_FIRST_LON',
  'RING_SIN_LAT',
  'RING_COS_LAT',
  'FOOTPRINT_BYTES',
  'FOOTPRINT_FIRST_RING',
  'FOOTPRINT_LAST_RING',
  'PASS_BYTES',
  'PASS_AOS_US',
  'PASS_LOS_US',
  'PASS_MAX_US',
  'PASS_MAX_RAD',
  'PASS_CUT',
  'BATCH_HEADER_BYTES',
  'BATCH_COUNT',
  'BATCH_ROWS',
  'BATCH_MEMBER_BYTES',
  'MEMBER_SERIES',
  'MEMBER_NEEDS',
  'MAX_EPOCHS',
  'MAX_ENTRY_BYTES',
  'MAX_RUN_NUMBERS',
  'MAX_RUN_BYTES',
  'CODING_HISTOGRAM',
  'CODING_RUNS',
  'CODING_RUNS_BYTES',
  'CODING_BYTES',
  'CODES',
] as const;

export type Layout = Readonly<Record<(typeof NAMES)[number], number>>;

/** Reads the exported constants of a module's instance. */
export function readLayout(exports: object): Layout {
  const globals = exports as Record<string, { value: number } | undefined>;
  const entries = NAMES.map((name) => {
    const value = globals[name]?.value;
    if (value === undefined)
      throw new Error(`the core does not export ${name}: it is older than this host; rebuild it`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Layout;
}
