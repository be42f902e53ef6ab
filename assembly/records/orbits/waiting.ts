import { Entry, OrbitPair, PAIRS_AT_ONCE } from '../sgp4/orbitPair';

/**
 * Entries of one class, a satellite at a time each, that wait for a pair to be full. The pairs follow the record; first
 * and second lanes take turns.
 */
@unmanaged
export class Waiting {
  /** Number of entries. */
  count: u32;
  private reserved0: u32;
  private reserved1: u32;
  private reserved2: u32;


  @inline
  get first(): OrbitPair {
    return changetype<OrbitPair>(changetype<usize>(this) + offsetof<Waiting>());
  }


  @inline
  entry(index: u32): Entry {
    const pair = this.first.behind(index >>> 1);
    return (index & 1) != 0 ? pair.second : pair.first;
  }

  /** The entry that is not counted yet. */
  @inline
  get next(): Entry {
    return this.entry(this.count);
  }

  /** Counts the next entry; whether no more can wait now. */
  @inline
  keepNext(): bool {
    return ++this.count == 2 * PAIRS_AT_ONCE;
  }
}

export const WAITING_BYTES: u32 = offsetof<Waiting>() + PAIRS_AT_ONCE * offsetof<OrbitPair>();
