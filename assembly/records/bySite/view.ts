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
  /** Sine of the elevation; -1 if the satellite is not `sound`. */
  sine: f64;
  /** Distance from the site, km; arbitrary if the satellite is not `sound`. */
  range: f64;
  /** Whether the satellite was propagated without error; below 90 km counts as an error. */
  sound: bool;

  /** The scratch at whose front the view stands. */
  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(this);
  }
}
