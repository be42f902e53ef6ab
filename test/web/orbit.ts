/**
 * Earth-fixed position in km on a circular orbit, `minute` minutes after the satellite crossed the equator northwards
 * at longitude 0.
 *
 * @param minutes duration of one revolution
 */
export function onOrbit(radiusKm: number, tiltDeg: number, minutes: number, minute: number): [number, number, number] {
  const [tilt, angle] = [(tiltDeg * Math.PI) / 180, (2 * Math.PI * minute) / minutes];
  const [along, across] = [radiusKm * Math.cos(angle), radiusKm * Math.sin(angle)];
  const turn = (-2 * Math.PI * minute) / 1436;
  const [x, y] = [along, across * Math.cos(tilt)];
  return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn), across * Math.sin(tilt)];
}
