import { Encounter } from './encounter';
import { Site } from './site';
import { SkyQuery } from './skyQuery';
import { View } from './view';
import { SCRATCH_BYTES } from '../sgp4/scratch';
import { Position } from '../sgp4/state';

/**
 * Which encounters findEncounters looks for, and where it writes them; the host writes the record before the first call.
 *
 *   +-------+------+-----------------+---------------+-----------+-------+-------------------------+
 *   | query | site | view of tracked | view of other | positions | track | encounters -> encounter |
 *   +-------+------+-----------------+---------------+-----------+-------+-------------------------+
 */
@unmanaged
export class EncounterQuery extends SkyQuery {
  /** Number of the next candidate to look at; findEncounters moves it on. */
  next: u32;
  /** Behind the last candidate to look at. */
  end: u32;
  /** Number of encounters that there is room for. */
  capacity: u32;
  /** Begin of the range, µs since 1970, UTC; the tracked satellite is up all through the range. */
  fromUs: f64;
  /** End of the range, µs since 1970, UTC. */
  toUs: f64;
  /** Separation below which two satellites meet, rad. */
  maxSeparationRad: f64;
  /** Candidate in question: sine of the elevation from which it counts. */
  sinMinElevation: f64;
  /** How far apart the tracked satellite and the candidate stood when last looked at, rad; Infinity where one fails. */
  separationRad: f64;
  /** Candidate in question: number of the satellite in the window. */
  other: u32;
  /** Candidate in question: FITTED where polynomials tell its way, TABULATED where a table does, else NO_EPHEMERIS. */
  kind: i32;
  /** Candidate in question: those polynomials or that table. */
  ephemerisAt: usize;
  /** Candidate in question: bound of its speed over the turning Earth, km/min. */
  otherSpeed: f64;
  /** Candidate in question: bound of its footprint's radius, rad. */
  footprintRad: f64;
  /** Candidate in question: bound of how fast its direction from the Earth's centre moves over the turning Earth, rad/min. */
  otherRate: f64;
  /** Candidate in question: how far off its polynomials or its table may be, km. */
  otherError: f64;
  /** The tracked satellite's track: microseconds between two of its positions. */
  stepUs: f64;
  /** The tracked satellite's track: bound of its speed over the turning Earth, km/min. */
  trackedSpeed: f64;
  /** The tracked satellite's track: bound of how far off straight lines between its positions are, km; Infinity without one. */
  trackError: f64;
  /** The tracked satellite's track: a direction from the site, and how far its own ever are from that one; rad. */
  beamX: f64;
  beamY: f64;
  beamZ: f64;
  beamRad: f64;
  /** Candidate in question: a direction from the Earth's centre, and how far from that one its own is at an encounter; rad. */
  targetX: f64;
  targetY: f64;
  targetZ: f64;
  targetRad: f64;
  /** Whether the two part (1) or come nearer (-1) at the last look whose chord was written; 0 where that is not sure. */
  course: i32;
  /** Length of the chord between the directions to the two at the last look, as they are at a distance of 1. */
  chord: f64;
  /** Half of how fast the chord's square grows, per min; below 0 where they come nearer. */
  chordGrowth: f64;
  /** Square of how fast the chord's ends move against each other, per min². */
  chordSpeed2: f64;
  /** How far off that speed may be, per min. */
  chordError: f64;

  /** The site from which they are seen, behind the record. */
  @inline
  get site(): Site {
    return changetype<Site>(changetype<usize>(this) + ENCOUNTER_QUERY_SITE);
  }

  /** What the site sees of the tracked satellite. */
  @inline
  get viewOfTracked(): View {
    return changetype<View>(changetype<usize>(this) + VIEWS_AT);
  }

  /** What the site sees of the other satellite. */
  @inline
  get viewOfOther(): View {
    return changetype<View>(changetype<usize>(this) + VIEWS_AT + SCRATCH_BYTES);
  }

  /** Where nearPositions writes two positions; 112 bytes. */
  @inline
  get positions(): usize {
    return changetype<usize>(this) + POSITIONS_AT;
  }

  /** The `index`-th position of the tracked satellite's track, which begins at `fromUs`. */
  @inline
  track(index: u32): Position {
    return changetype<Position>(changetype<usize>(this) + TRACK_AT + <usize>index * offsetof<Position>());
  }

  /** The `index`-th of the encounters that are found. */
  @inline
  encounter(index: u32): Encounter {
    return changetype<Encounter>(
      changetype<usize>(this) + ENCOUNTER_QUERY_ENCOUNTERS + <usize>index * offsetof<Encounter>(),
    );
  }
}

export const ENCOUNTER_QUERY_WINDOW: u32 = offsetof<EncounterQuery>('windowAt');
export const ENCOUNTER_QUERY_CANDIDATES: u32 = offsetof<EncounterQuery>('candidatesAt');
export const ENCOUNTER_QUERY_SITE: u32 = offsetof<EncounterQuery>();
const VIEWS_AT: u32 = ENCOUNTER_QUERY_SITE + offsetof<Site>();
const POSITIONS_AT: u32 = VIEWS_AT + 2 * SCRATCH_BYTES;
const TRACK_AT: u32 = POSITIONS_AT + 128;
/** Most positions of a track: every 20 minutes of a week. */
export const MOST_TRACKED: u32 = 512;
export const ENCOUNTER_QUERY_ENCOUNTERS: u32 = TRACK_AT + MOST_TRACKED * offsetof<Position>();
