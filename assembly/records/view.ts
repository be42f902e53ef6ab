import { State } from './state';

/** What a site sees of a satellite at an instant: scratch of 256 bytes, of which `look` writes and others read these. */
@unmanaged
export class View extends State {
  private reserved0: f64;
  private reserved1: f64;
  /** Sine of the elevation; -1 where the satellite fails. */
  sine: f64;
  /** Distance from the site, km; means nothing where the satellite fails. */
  range: f64;
  /** 1 where the satellite is propagated, 0 where it fails. */
  sound: f64;

  /** Whether the satellite is propagated. */
  @inline
  get isSound(): bool {
    return this.sound != 0.0;
  }
}
