import { Instant, PositionPair, State } from './state';
import { Orbit } from './orbit';
import { OrbitPair, PAIRS_AT_ONCE } from './orbitPair';
import { ResonanceStep } from './satellite';

/**
 * Working memory of propagation, with the results at its front; scratch of one thread. Code that needs a few hundred
 * bytes during a call also keeps them here, in parts that the functions it calls do not use.
 *
 *   +-------+------+-------+---------+------+
 *   | pairs | lane | steps | instant | room |
 *   +-------+------+-------+---------+------+
 */
@unmanaged
export class Scratch {
  /** Position and velocity that a call for one satellite has written; the bytes of `pair` begin here too. */
  @inline
  get state(): State {
    return changetype<State>(this);
  }

  /** Positions that a call for two satellites has written; velocities follow behind them if they are asked for. */
  @inline
  get pair(): PositionPair {
    return changetype<PositionPair>(this);
  }

  /** Room for PAIRS_AT_ONCE pairs that are propagated together; a pair that is propagated alone is the first. */
  @inline
  get orbits(): OrbitPair {
    return changetype<OrbitPair>(this);
  }

  /** Orbit of one satellite, apart from the pairs: the scalar kernel writes it while a pair's results stay. */
  @inline
  get lane(): Orbit {
    return changetype<Orbit>(changetype<usize>(this) + LANE_AT);
  }

  /**
   * Room for a state of the resonance integrator that the satellite's record does not keep; `lane`: 0 for the first
   * satellite of a pair, 1 for the second.
   */
  @inline
  step(lane: usize): ResonanceStep {
    return changetype<ResonanceStep>(changetype<usize>(this) + STEPS_AT + lane * offsetof<ResonanceStep>());
  }

  /** Room for an instant that is not an epoch of a window. */
  @inline
  get instant(): Instant {
    return changetype<Instant>(changetype<usize>(this) + INSTANT_AT);
  }

  /** 128 bytes that propagation does not use. */
  @inline
  get room(): usize {
    return changetype<usize>(this) + ROOM_AT;
  }
}

const LANE_AT: u32 = PAIRS_AT_ONCE * offsetof<OrbitPair>();
const STEPS_AT: u32 = LANE_AT + offsetof<Orbit>();
const INSTANT_AT: u32 = STEPS_AT + 2 * offsetof<ResonanceStep>();
const ROOM_AT: u32 = INSTANT_AT + offsetof<Instant>();
const ROOM_BYTES: u32 = 128;
/** Bytes of a thread's scratch. */
export const SCRATCH_BYTES: u32 = (ROOM_AT + ROOM_BYTES + 63) & ~63;
