import { Window } from '../window';

/** Fields with which LookQuery and EncounterQuery begin; the host writes them. */
@unmanaged
export class SkyQuery {
  windowAt: usize;
  /** Index of the tracked satellite in the window. */
  tracked: u32;
  candidatesAt: usize;

  /** Window of the tracked satellite and all candidates. */
  @inline
  get window(): Window {
    return changetype<Window>(this.windowAt);
  }

  /** Index in the window of the `index`-th candidate. */
  @inline
  candidate(index: u32): u32 {
    return load<u32>(this.candidatesAt + ((<usize>index) << 2));
  }
}
