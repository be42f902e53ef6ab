import { SCRATCH_BYTES } from '../sgp4/scratch';
import { Position } from '../sgp4/state';
import { NearEphemeris } from './nearEphemeris';
import { SkyQuery } from './skyQuery';
import { Station, STATION_BYTES } from './station';
import { View } from './view';

/**
 * Query of findEncounters, its working memory, and the encounters that it finds; the host writes the record and the
 * ranges before openEncounters, and `end` before each call of findEncounters.
 *
 *   +-------+---------+-----------------+---------------+-----------+-----------+
 *   | query | station | view of tracked | view of other | positions | ephemeris |
 *   +-------+---------+-----------------+---------------+-----------+-----------+
 *   | track | ranges | middles | halves | rises | encounters -> encounter       |
 *   +-------+--------+---------+--------+-------+-------------------------------+
 */
@unmanaged
export class EncounterQuery extends SkyQuery {
  /** Number of ranges of time to search, at most MOST_RANGES. */
  rangeCount: u32;
  /** Index of the range that is searched; openRange sets it. */
  range: u32;
  /** Mask of the ranges longer than 30 minutes, in which mayRise rules out no candidate. */
  longRanges: u32;
  /** Index of the first candidate to search in each range. */
  first: u32;
  /** Number of candidates, from `first` on, whose masks in `rises` are written. */
  risesKnown: u32;
  /** Index of the next candidate to search; findEncounters moves it on. */
  next: u32;
  /** Index behind the last candidate to search. */
  end: u32;
  /** Number of encounters that there is room for. */
  capacity: u32;
  /** Begin of the range that is searched, µs since 1970, UTC. */
  fromUs: f64;
  /** End of the range that is searched, µs since 1970, UTC. */
  toUs: f64;
  /** Separation below which two satellites meet, rad. */
  maxSeparationRad: f64;
  /** Current candidate: sine of the elevation from which it counts. */
  sinMinElevation: f64;
  /**
   * Separation of the tracked satellite and the current candidate at the last look, rad; Infinity if one of them cannot
   * be propagated.
   */
  separationRad: f64;
  /** Current candidate: index of the satellite in the window. */
  other: u32;
  /** Current candidate: address of its polynomials; 0 if it has none. */
  ephemerisAt: usize;
  /** Current candidate: bound of its speed relative to the rotating Earth, km/min. */
  otherSpeed: f64;
  /** Current candidate: bound of its footprint's radius, rad. */
  footprintRad: f64;
  /**
   * Current candidate: bound of the rate at which its direction from the Earth's centre turns, relative to the rotating
   * Earth, rad/min.
   */
  otherRate: f64;
  /** Current candidate: bound of the error of its positions by polynomials, by an arc or at whole minutes, km. */
  otherError: f64;
  /** The tracked satellite's track: microseconds from one position to the next. */
  stepUs: f64;
  /** The tracked satellite's track: bound of its speed relative to the rotating Earth, km/min. */
  trackedSpeed: f64;
  /**
   * The tracked satellite's track: bound of the error of straight lines between its positions, km; Infinity if the
   * satellite cannot be propagated or its certainRad is 0, as when it may dip below 90 km.
   */
  trackError: f64;
  /** Direction from the site to the middle of the tracked satellite's track, a unit vector. */
  beamX: f64;
  beamY: f64;
  beamZ: f64;
  /** Largest angle between (beamX, beamY, beamZ) and the direction from the site to a point of the track, rad. */
  beamRad: f64;
  /** Current candidate: middle of its possible directions from the Earth's centre at an encounter, a unit vector. */
  targetX: f64;
  targetY: f64;
  targetZ: f64;
  /**
   * Current candidate: largest angle at an encounter between (targetX, targetY, targetZ) and its direction from the
   * Earth's centre, rad.
   */
  targetRad: f64;
  /** 1 if the two satellites move apart at the last look, -1 if they come nearer, 0 if neither is certain. */
  course: i32;
  /** Length of the chord between the unit directions to the two satellites at the last look. */
  chord: f64;
  /** Half of the rate at which the square of `chord` grows, per min; below 0 if the satellites come nearer. */
  chordGrowth: f64;
  /** Square of the speed of one end of the chord relative to the other, per min². */
  chordSpeed2: f64;
  /** Bound of the error of the square root of chordSpeed2, per min. */
  chordError: f64;

  /** The station of the looks, behind the record; its mask, if it has one, keeps the last look at the candidate. */
  @inline
  get station(): Station {
    return changetype<Station>(changetype<usize>(this) + ENCOUNTER_QUERY_STATION);
  }

  /** View of the tracked satellite from the site. */
  @inline
  get viewOfTracked(): View {
    return changetype<View>(changetype<usize>(this) + VIEWS_AT);
  }

  /** View of the other satellite from the site. */
  @inline
  get viewOfOther(): View {
    return changetype<View>(changetype<usize>(this) + VIEWS_AT + SCRATCH_BYTES);
  }

  /** Room for two positions that nearPositions writes. */
  @inline
  get positions(): usize {
    return changetype<usize>(this) + POSITIONS_AT;
  }

  /** Room for the polynomials of the current candidate, used while another thread is fitting the shared ones. */
  @inline
  get ownEphemeris(): usize {
    return changetype<usize>(this) + EPHEMERIS_AT;
  }

  /** Begin of the `index`-th range, µs since 1970, UTC; the tracked satellite is up all through the range. */
  @inline
  rangeFromUs(index: u32): f64 {
    return load<f64>(changetype<usize>(this) + ENCOUNTER_QUERY_RANGES + ((<usize>index) << 4));
  }

  /** End of the `index`-th range, µs since 1970, UTC. */
  @inline
  rangeToUs(index: u32): f64 {
    return load<f64>(changetype<usize>(this) + ENCOUNTER_QUERY_RANGES + ((<usize>index) << 4), 8);
  }

  /** Address of the middles of the ranges, in epochs, f64. */
  @inline
  get middles(): usize {
    return changetype<usize>(this) + MIDDLES_AT;
  }

  /** Address of the half lengths of the ranges, in minutes, f32. */
  @inline
  get halves(): usize {
    return changetype<usize>(this) + HALVES_AT;
  }

  /** Address of a mask, u8, for each candidate from `first` on: of the ranges in which it may rise. */
  @inline
  get rises(): usize {
    return changetype<usize>(this) + RISES_AT;
  }

  /** The `index`-th position of the tracked satellite's track, which begins at `fromUs`. */
  @inline
  track(index: u32): Position {
    return changetype<Position>(changetype<usize>(this) + TRACK_AT + <usize>index * offsetof<Position>());
  }

  /** The `index`-th of the encounters found. */
  @inline
  encounter(index: u32): Encounter {
    return changetype<Encounter>(
      changetype<usize>(this) + ENCOUNTER_QUERY_ENCOUNTERS + <usize>index * offsetof<Encounter>(),
    );
  }
}

export const ENCOUNTER_QUERY_WINDOW: u32 = offsetof<EncounterQuery>('windowAt');
export const ENCOUNTER_QUERY_CANDIDATES: u32 = offsetof<EncounterQuery>('candidatesAt');
export const ENCOUNTER_QUERY_STATION: u32 = (offsetof<EncounterQuery>() + 63) & ~63;
const VIEWS_AT: u32 = ENCOUNTER_QUERY_STATION + STATION_BYTES;
const POSITIONS_AT: u32 = VIEWS_AT + 2 * SCRATCH_BYTES;
const EPHEMERIS_AT: u32 = POSITIONS_AT + 128;
const TRACK_AT: u32 = EPHEMERIS_AT + offsetof<NearEphemeris>();
/** Most positions of a track: in a range of a week, one every 20 minutes. */
export const MOST_TRACKED: u32 = 512;
/** Most ranges of a query. */
export const MOST_RANGES: u32 = 8;
/** Most candidates for which `rises` has room; mayRise rules out none of the others. */
export const MOST_CANDIDATES: u32 = 16384;
export const ENCOUNTER_QUERY_RANGES: u32 = TRACK_AT + MOST_TRACKED * offsetof<Position>();
const MIDDLES_AT: u32 = ENCOUNTER_QUERY_RANGES + MOST_RANGES * 16;
const HALVES_AT: u32 = MIDDLES_AT + MOST_RANGES * 8;
const RISES_AT: u32 = HALVES_AT + MOST_RANGES * 4;
export const ENCOUNTER_QUERY_ENCOUNTERS: u32 = RISES_AT + MOST_CANDIDATES;

/** An encounter of two satellites in the sky over a site; findEncounters writes it, the host reads it. */
@unmanaged
export class Encounter {
  /** Begin, µs since 1970, UTC. */
  entersUs: f64;
  /** End, µs since 1970, UTC. */
  leavesUs: f64;
  /** Time of the smallest separation, µs since 1970, UTC. */
  closestUs: f64;
  /** The smallest separation, rad. */
  closestRad: f64;
  /** Distance of the tracked satellite from the site at the smallest separation, km. */
  trackedKm: f64;
  /** Distance of the other satellite from the site at the smallest separation, km. */
  otherKm: f64;
  /** Largest separation at instants of the encounter at which the search looked, rad; between them it may be larger. */
  farthestRad: f64;
  /** Change (0 or more) of the smallest separation per km that the tracked satellite is off along its track, rad/km. */
  trackedRadPerKm: f64;
  /** Change (0 or more) of the smallest separation per km that the other satellite is off along its track, rad/km. */
  otherRadPerKm: f64;
  /**
   * Change (0 or more) of the closest moment for each km that the tracked satellite is off along its track, s/km;
   * Infinity if the two directions do not move relative to each other.
   */
  trackedSecondsPerKm: f64;
  /**
   * Change (0 or more) of the closest moment for each km that the other satellite is off along its track, s/km;
   * Infinity if the two directions do not move relative to each other.
   */
  otherSecondsPerKm: f64;
  /** Index of the other satellite in the window. */
  satellite: u32;
  /** Flags: ENTERS_CUT if the encounter is under way at the begin of the range, LEAVES_CUT if at its end. */
  cut: u32;
}

export const ENTERS_CUT: u32 = 1;
export const LEAVES_CUT: u32 = 2;
