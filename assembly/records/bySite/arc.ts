/**
 * One arc of a deep-space satellite's ephemeris in a window: a cubic in Bezier form, by four points, Earth-fixed. The
 * thread that claims the satellite's `ephemeris` writes its arcs; once they are published, all threads read them.
 */
@unmanaged
export class Arc {
  /** x of the four points, f32, km. */
  x: v128;
  /** y of the four points, f32, km. */
  y: v128;
  /** z of the four points, f32, km. */
  z: v128;
  /** Bound of the arc's error, km; infinite if the arc must not decide anything. */
  error: f32;
  private reserved0: u32;
  private reserved1: u32;
  private reserved2: u32;
}
