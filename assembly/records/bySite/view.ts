import { Scratch } from '../sgp4/scratch';
import { State } from '../sgp4/state';

/** A satellite seen from a site at an instant: `look` writes it to the front of a scratch, others read it. */
@unmanaged
export class View extends State {
  private reserved0: f64;
  private reserved1: f64;
  /** Sine of the elevation; -1 where the satellite fails. */
  sine: f64;
  /** Distance from the site, km; arbitrary where the satellite fails. */
  range: f64;
  /** Whether the satellite is propagated. */
  sound: bool;

  /** The scratch at whose front the view stands. */
  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(this);
  }
}
