import { MeanElements } from './records/sgp4/elements';
import { CellList } from './records/byEpoch/cellList';
import { Encounter, EncounterQuery } from './records/bySite/encounterQuery';
import { Footprint } from './records/byEpoch/footprint';
import { HorizonMask, MaskPoint } from './records/bySite/horizonMask';
import { Instant } from './records/sgp4/state';
import { Look, LookQuery } from './records/bySite/look';
import { Orbit } from './records/sgp4/orbit';
import { Pass, PassQuery } from './records/bySite/passQuery';
import { Propagation } from './records/orbits/propagation';
import { Positions } from './records/byEpoch/positions';
import { Ring, RingTable } from './records/byEpoch/ringTable';
import { Satellite } from './records/sgp4/satellite';
import { Series } from './records/bySite/series';
import { Slot } from './records/bySite/slot';
import { Site } from './records/bySite/site';
import { Station } from './records/bySite/station';
import { RingSlice, SweepPlan, Tracked } from './records/byEpoch/sweep';
import { Group, Window } from './records/window';

export { bitmapBytes, rowBytes, SERIES_SITE, seriesBytes } from './records/bySite/series';
export {
  ENCOUNTER_QUERY_CANDIDATES,
  ENCOUNTER_QUERY_ENCOUNTERS,
  ENCOUNTER_QUERY_RANGES,
  ENCOUNTER_QUERY_STATION,
  ENCOUNTER_QUERY_WINDOW,
  MOST_CANDIDATES,
  MOST_RANGES,
} from './records/bySite/encounterQuery';
export { HORIZON_MASK_POINTS, MOST_MASK_POINTS } from './records/bySite/horizonMask';
export { LOOK_QUERY_CANDIDATES, LOOK_QUERY_LOOKS, LOOK_QUERY_STATION, LOOK_QUERY_WINDOW } from './records/bySite/look';
export { PASS_QUERY_PASSES, PASS_QUERY_STATION, PASS_QUERY_WINDOW } from './records/bySite/passQuery';
export { STATION_HORIZON_MASK } from './records/bySite/station';
export {
  SLOT_COVERAGE,
  SLOT_COVERED,
  SLOT_RANGES,
  SLOT_SCRATCH,
  SLOT_TEXT,
  SLOT_VALUES,
  SLOT_WORK,
} from './records/bySite/slot';
export {
  PROPAGATION_BYTES,
  PROPAGATION_INSTANTS,
  PROPAGATION_RECORDS,
  PROPAGATION_SITE,
} from './records/orbits/propagation';
export { SCRATCH_BYTES } from './records/sgp4/scratch';
export { WORK_BYTES } from './records/bySite/work';
export { CELL_LIST_HEADER_BYTES, cellListBytes } from './records/byEpoch/cellList';
export { FOOTPRINT_BYTES } from './records/byEpoch/footprint';
export { POSITIONS_HEADER_BYTES } from './records/byEpoch/positions';
export { RING_TABLE_HEADER_BYTES } from './records/byEpoch/ringTable';
export { CELL_ENTRY_BYTES, CELL_TEXT_BYTES, CELL_TEXT_ENTRIES } from './emit/cellsJson';
export {
  FOOTPRINT_WORK_BYTES,
  RING_SLICE_RINGS,
  SWEEP_PLAN_POSITIONS,
  SWEEP_PLAN_SETS,
  SWEEP_PLAN_SLICE,
} from './records/byEpoch/sweep';
export { EPOCHS_BEYOND, MAX_EPOCHS } from './records/window';

/*
 * The memory map, as far as the host knows it. The host owns all memory above the module's static data, and hands out
 * records in it; kernels read and write only inside these. The files of records/ document the fields of each record,
 * its writers, and the data behind it. Offsets and sizes are bytes; every block that the host allocates, and every
 * satellite record, starts on a multiple of 64.
 *
 *   window                     one open window
 *     nearRecords -> near x satellite           ) sorted by emitter group,
 *     deepRecords -> deep x deep satellite      ) so that a group is two ranges
 *     groups      -> groups x group
 *     instants    -> (epochs + EPOCHS_BEYOND) x instant
 *     nearEphemerides -> near x near ephemeris  ) written satellite by satellite, by the
 *     deepEphemerides -> deep x arcs            ) first thread that needs one, or by
 *     tables          -> room x table           ) fitEphemerides
 *
 *   series                     the occupancy of one cell
 *     header | site | filled: groups x bitmap | counts: groups x row | members of a set
 *
 *   slot                       scratch and output of one question: records/bySite/slot.ts
 *   ring table, maps           the rings of one nside, and counts by cell: records/byEpoch/ringTable.ts
 *   positions, footprint, block  working memory for adding the footprints of one epoch to a map
 */

/** First address behind the module's static data. */
export const HEAP_BASE: u32 = <u32>__heap_base;

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
export const WINDOW_INSTANTS: u32 = offsetof<Window>('instants');
export const WINDOW_NEAR_EPHEMERIDES: u32 = offsetof<Window>('nearEphemerides');
export const WINDOW_DEEP_EPHEMERIDES: u32 = offsetof<Window>('deepEphemerides');
export const WINDOW_TABLES: u32 = offsetof<Window>('tables');
export const WINDOW_TABLE_ROOM: u32 = offsetof<Window>('tableRoom');
export const WINDOW_TABLES_TAKEN: u32 = offsetof<Window>('tablesTaken');

// Instant
export const INSTANT_BYTES: u32 = offsetof<Instant>();

// Mean elements
export const ELEMENTS_BYTES: u32 = offsetof<MeanElements>();
export const ELEMENTS_EPOCH_US: u32 = offsetof<MeanElements>('epochUs');
export const ELEMENTS_BSTAR: u32 = offsetof<MeanElements>('bstar');
export const ELEMENTS_ECCO: u32 = offsetof<MeanElements>('ecco');
export const ELEMENTS_ARGPO: u32 = offsetof<MeanElements>('argpo');
export const ELEMENTS_INCLO: u32 = offsetof<MeanElements>('inclo');
export const ELEMENTS_MO: u32 = offsetof<MeanElements>('mo');
export const ELEMENTS_NO_KOZAI: u32 = offsetof<MeanElements>('noKozai');
export const ELEMENTS_NODEO: u32 = offsetof<MeanElements>('nodeo');
/** Bytes of an Orbit record: a state, followed by the elements from which orbit() computes the state. */
export const ORBIT_BYTES: u32 = offsetof<Orbit>();

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

// Station
export const STATION_SIN_OF_WINDOW: u32 = offsetof<Station>('sinOfWindow');
export const STATION_SIN_OF_STATION: u32 = offsetof<Station>('sinOfStation');

// Horizon mask
export const HORIZON_MASK_COUNT: u32 = offsetof<HorizonMask>('count');
export const MASK_POINT_BYTES: u32 = offsetof<MaskPoint>();
export const MASK_POINT_AZIMUTH_RAD: u32 = offsetof<MaskPoint>('azimuthRad');
export const MASK_POINT_ELEVATION_RAD: u32 = offsetof<MaskPoint>('elevationRad');

// Cell series
export const SERIES_EPOCHS: u32 = offsetof<Series>('epochs');
export const SERIES_GROUPS: u32 = offsetof<Series>('groups');
export const SERIES_FILLED: u32 = offsetof<Series>('filled');
export const SERIES_COUNTS: u32 = offsetof<Series>('counts');
export const SERIES_MEMBERS: u32 = offsetof<Series>('members');

// Slot
export const SLOT_CANCEL: u32 = offsetof<Slot>('cancel');
export const SLOT_NEXT_PORTION: u32 = offsetof<Slot>('nextPortion');

/** Room for an entry of a time series in JSON, bytes: an entry and its comma take 77 at most. */
export const MAX_ENTRY_BYTES: u32 = 80;

// Ring table
export const RING_TABLE_NSIDE: u32 = offsetof<RingTable>('nside');
export const RING_TABLE_RINGS: u32 = offsetof<RingTable>('count');
export const RING_TABLE_MAP_BYTES: u32 = offsetof<RingTable>('mapBytes');
export const RING_BYTES: u32 = offsetof<Ring>();
export const RING_FIRST: u32 = offsetof<Ring>('first');
export const RING_CELLS: u32 = offsetof<Ring>('cells');
export const RING_ROW: u32 = offsetof<Ring>('row');
export const RING_FIRST_LON: u32 = offsetof<Ring>('firstLon');
export const RING_SIN_LAT: u32 = offsetof<Ring>('sinLat');
export const RING_COS_LAT: u32 = offsetof<Ring>('cosLat');

// Positions
export const POSITIONS_PLANE: u32 = offsetof<Positions>('plane');

// Cell list
export const CELL_LIST_NSIDE: u32 = offsetof<CellList>('nside');
export const CELL_LIST_COUNT: u32 = offsetof<CellList>('count');

// Footprint
export const FOOTPRINT_FIRST_RING: u32 = offsetof<Footprint>('firstRing');
export const FOOTPRINT_LAST_RING: u32 = offsetof<Footprint>('lastRing');

// Sweep
export const RING_SLICE_FIRST_RING: u32 = offsetof<RingSlice>('firstRing');
export const RING_SLICE_LAST_RING: u32 = offsetof<RingSlice>('lastRing');
export const RING_SLICE_HEADS: u32 = offsetof<RingSlice>('heads');
export const RING_SLICE_MAPS: u32 = offsetof<RingSlice>('maps');
export const RING_SLICE_STRIDE: u32 = offsetof<RingSlice>('stride');
export const RING_SLICE_MARKS: u32 = offsetof<RingSlice>('marks');
export const SWEEP_PLAN_BYTES: u32 = offsetof<SweepPlan>();
export const SWEEP_PLAN_GROUPS: u32 = offsetof<SweepPlan>('groups');
export const SWEEP_PLAN_SET_COUNT: u32 = offsetof<SweepPlan>('setCount');
export const SWEEP_PLAN_PREFIX_HEADS: u32 = offsetof<SweepPlan>('prefixHeads');
export const SWEEP_PLAN_PREFIXES: u32 = offsetof<SweepPlan>('prefixes');
export const SWEEP_PLAN_CELLS: u32 = offsetof<SweepPlan>('cells');
export const SWEEP_PLAN_GROUP_ROWS: u32 = offsetof<SweepPlan>('groupRows');
export const SWEEP_PLAN_OUT: u32 = offsetof<SweepPlan>('out');
export const SWEEP_PLAN_OUT_STRIDE: u32 = offsetof<SweepPlan>('outStride');
export const SWEEP_PLAN_SUM_WORK: u32 = offsetof<SweepPlan>('sumWork');
export const SWEEP_PLAN_TRACKED: u32 = offsetof<SweepPlan>('tracked');
export const SWEEP_PLAN_TRACKED_SETS: u32 = offsetof<SweepPlan>('trackedSets');
export const SWEEP_PLAN_COUNTS: u32 = offsetof<SweepPlan>('counts');
export const SWEEP_PLAN_COUNT_STRIDE: u32 = offsetof<SweepPlan>('countStride');
export const TRACKED_BYTES: u32 = offsetof<Tracked>();
export const TRACKED_SATELLITE: u32 = offsetof<Tracked>('satellite');
export const TRACKED_ROW: u32 = offsetof<Tracked>('row');
export const TRACKED_SETS: u32 = offsetof<Tracked>('sets');
export const TRACKED_SET_COUNT: u32 = offsetof<Tracked>('setCount');

// Pass
export const PASS_QUERY_SATELLITE: u32 = offsetof<PassQuery>('satellite');
export const PASS_QUERY_FROM_US: u32 = offsetof<PassQuery>('fromUs');
export const PASS_QUERY_TO_US: u32 = offsetof<PassQuery>('toUs');
export const PASS_QUERY_CAPACITY: u32 = offsetof<PassQuery>('capacity');
export const PASS_BYTES: u32 = offsetof<Pass>();
export const PASS_AOS_US: u32 = offsetof<Pass>('aosUs');
export const PASS_LOS_US: u32 = offsetof<Pass>('losUs');
export const PASS_MAX_US: u32 = offsetof<Pass>('maxUs');
export const PASS_MAX_RAD: u32 = offsetof<Pass>('maxRad');
export const PASS_CUT: u32 = offsetof<Pass>('cut');

// Encounter
export const ENCOUNTER_QUERY_RANGE_COUNT: u32 = offsetof<EncounterQuery>('rangeCount');
export const ENCOUNTER_QUERY_FIRST: u32 = offsetof<EncounterQuery>('first');
export const ENCOUNTER_QUERY_MAX_SEPARATION_RAD: u32 = offsetof<EncounterQuery>('maxSeparationRad');
export const ENCOUNTER_QUERY_TRACKED: u32 = offsetof<EncounterQuery>('tracked');
export const ENCOUNTER_QUERY_NEXT: u32 = offsetof<EncounterQuery>('next');
export const ENCOUNTER_QUERY_END: u32 = offsetof<EncounterQuery>('end');
export const ENCOUNTER_QUERY_CAPACITY: u32 = offsetof<EncounterQuery>('capacity');
export const ENCOUNTER_BYTES: u32 = offsetof<Encounter>();
export const ENCOUNTER_ENTERS_US: u32 = offsetof<Encounter>('entersUs');
export const ENCOUNTER_LEAVES_US: u32 = offsetof<Encounter>('leavesUs');
export const ENCOUNTER_CLOSEST_US: u32 = offsetof<Encounter>('closestUs');
export const ENCOUNTER_CLOSEST_RAD: u32 = offsetof<Encounter>('closestRad');
export const ENCOUNTER_TRACKED_KM: u32 = offsetof<Encounter>('trackedKm');
export const ENCOUNTER_OTHER_KM: u32 = offsetof<Encounter>('otherKm');
export const ENCOUNTER_FARTHEST_RAD: u32 = offsetof<Encounter>('farthestRad');
export const ENCOUNTER_TRACKED_RAD_PER_KM: u32 = offsetof<Encounter>('trackedRadPerKm');
export const ENCOUNTER_OTHER_RAD_PER_KM: u32 = offsetof<Encounter>('otherRadPerKm');
export const ENCOUNTER_TRACKED_SECONDS_PER_KM: u32 = offsetof<Encounter>('trackedSecondsPerKm');
export const ENCOUNTER_OTHER_SECONDS_PER_KM: u32 = offsetof<Encounter>('otherSecondsPerKm');
export const ENCOUNTER_SATELLITE: u32 = offsetof<Encounter>('satellite');
export const ENCOUNTER_CUT: u32 = offsetof<Encounter>('cut');

// Look
export const LOOK_QUERY_T_US: u32 = offsetof<LookQuery>('tUs');
export const LOOK_QUERY_TRACKED: u32 = offsetof<LookQuery>('tracked');
export const LOOK_QUERY_COUNT: u32 = offsetof<LookQuery>('count');
export const LOOK_QUERY_IS_UP: u32 = offsetof<LookQuery>('isUp');
export const LOOK_BYTES: u32 = offsetof<Look>();
export const LOOK_AZIMUTH_RAD: u32 = offsetof<Look>('azimuthRad');
export const LOOK_ELEVATION_RAD: u32 = offsetof<Look>('elevationRad');
export const LOOK_RANGE_KM: u32 = offsetof<Look>('rangeKm');
export const LOOK_SEPARATION_RAD: u32 = offsetof<Look>('separationRad');
export const LOOK_SATELLITE: u32 = offsetof<Look>('satellite');

// Propagation
export const PROPAGATION_SATELLITES: u32 = offsetof<Propagation>('satellites');
export const PROPAGATION_TIMES: u32 = offsetof<Propagation>('times');
export const PROPAGATION_FORM: u32 = offsetof<Propagation>('form');
export const PROPAGATION_TURNING: u32 = offsetof<Propagation>('turning');
export const PROPAGATION_OUT: u32 = offsetof<Propagation>('out');
export const PROPAGATION_RATES: u32 = offsetof<Propagation>('rates');
export const PROPAGATION_STATUS: u32 = offsetof<Propagation>('status');
export const PROPAGATION_OUT_ROW: u32 = offsetof<Propagation>('outRow');
export const PROPAGATION_RATES_ROW: u32 = offsetof<Propagation>('ratesRow');
export const PROPAGATION_STATUS_ROW: u32 = offsetof<Propagation>('statusRow');
