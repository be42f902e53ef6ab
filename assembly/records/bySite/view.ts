import { Scratch } from '../sgp4/scratch';
import { State } from '../sgp4/state';

/**
 * A satellite seen from a site at an instant, at the front of a scratch: its state, and behind it the fields that
 * seeFrom (passes/view.ts) writes.
 */
@unmanaged
export class View extends State {
  private reserved0: f64;
  private reserved1: f64;
  /** Sine of the elevation; -1 if the satellite cannot be propagated. */
  sine: f64;
  /** Distance from the site, km; arbitrary if the satellite cannot be propagated. */
  range: f64;
  /** Whether the satellite could be propagated. */
  sound: bool;

  /** The scratch at whose front the view stands. */
  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(this);
  }
}
