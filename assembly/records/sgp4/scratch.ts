import { Instant, PositionPair, State } from './state';
import { Orbit } from './orbit';
import { OrbitPair, PAIRS_AT_ONCE } from './orbitPair';
import { ResonanceStep } from './satellite';

/**
 * Working memory of propagation, its results in front; scratch of one thread. Other code that needs a few hundred bytes
 * for the length of a call takes room in it too, each beside that of the code it calls.
 *
 *   +-------+------+-------+---------+------+
 *   | pairs | lane | steps | instant | room |
 *   +-------+------+-------+---------+------+
 */
@unmanaged
export class Scratch {
  /** Results of one satellite. */
  @inline
  get state(): State {
    return changetype<State>(this);
  }

  /** Results of two satellites; velocities, where they are asked for, behind them. */
  @inline
  get pair(): PositionPair {
    return changetype<PositionPair>(this);
  }

  /** Room for PAIRS_AT_ONCE pairs that are propagated together; a pair that is propagated alone is the first. */
  @inline
  get orbits(): OrbitPair {
    return changetype<OrbitPair>(this);
  }

  /** Results of one satellite, apart from the results of a pair. */
  @inline
  get lane(): Orbit {
    return changetype<Orbit>(changetype<usize>(this) + LANE_AT);
  }

  /** Steps of the resonance integrator that no record keeps: of the first satellite of a pair, then of the second. */
  @inline
  step(lane: usize): ResonanceStep {
    return changetype<ResonanceStep>(changetype<usize>(this) + STEPS_AT + lane * offsetof<ResonanceStep>());
  }

  /** Room for an instant that is no epoch of a window. */
  @inline
  get instant(): Instant {
    return changetype<Instant>(changetype<usize>(this) + INSTANT_AT);
  }

  /** Room that propagation leaves alone, 128 bytes. */
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
