import { geoDistance } from 'd3-geo';
import test from 'ava';
import { createPool } from '../../../src/compute/pool.js';
import { encodeTrack } from '../../../src/codec/track.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { readTrack } from '../../../src/web/data/track.js';
import { type Direction, lookFrom, positionBetween } from '../../../src/web/data/look.js';
import { anyone, bench, load } from '../../helpers/analysis.js';
import { sampleSatellites } from '../../helpers/sky.js';

/** Angle between two directions in degrees. */
function apartDeg(a: Direction, b: Direction): number {
  return (180 / Math.PI) * geoDistance([a.azimuthDeg, a.elevationDeg], [b.azimuthDeg, b.elevationDeg]);
}

const EPOCHS = 600;
const core = await createOwnedCore(64);
const pool = await createPool(core, 1);
const { analysis, windows } = bench(core, pool);
const satellites = sampleSatellites(400);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);

test.after.always(() => pool.close());

test('the way that the page draws is the one that the service looks at, between minutes too, within 0.05 degrees', async (t) => {
  const [latDeg, lonDeg, heightM] = [47.88, 11.08, 600];
  const look = lookFrom({ latDeg, lonDeg, heightM });
  let compared = 0;
  for (const { noradNumber: norad } of satellites) {
    const packed = encodeTrack(await analysis.track({ window, norad }, anyone));
    const head = new Uint8Array(Uint32Array.of(EPOCHS, window.startMs / 1000).buffer);
    const bytes = Uint8Array.from([...head, ...packed]).buffer;
    const track = readTrack(bytes, '');
    for (let epoch = 7.3; epoch < EPOCHS - 1; epoch += 31.7) {
      const ms = window.startMs + 60_000 * epoch;
      const query = { window, norad, place: { latDeg, lonDeg, heightKm: heightM / 1000 }, others: new Uint32Array() };
      const found = await analysis.looks({ ...query, tUs: 1000 * ms }, anyone);
      const drawn = look(positionBetween(track, ms));
      if (!found || found.tracked.elevationDeg < -5) continue;
      compared++;
      const apart = apartDeg(found.tracked, drawn);
      t.true(apart < 0.05, `${norad} at epoch ${epoch}: ${apart} degrees`);
      t.true(Math.abs(found.tracked.rangeKm - drawn.rangeKm) < 0.5);
    }
  }
  t.true(compared > 30, `${compared} compared`);
});
