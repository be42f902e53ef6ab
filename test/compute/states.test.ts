import test from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { placesBelow } from '../../src/web/map/others.js';
import { separationDeg } from '../../src/web/sky/projection.js';
import { anyone, bench, load } from '../helpers/analysis.js';
import { DECAYING, sampleSatellites, SILENT } from '../helpers/sky.js';

const EPOCHS = 1500;
const [S, X] = [3, 5];
const core = await createOwnedCore(64);
const pool = await createPool(core, 1);
const satellites = sampleSatellites();
const { analysis, windows } = bench(core, pool);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);

test.after.always(() => pool.close());

const sharing = (band: number) => satellites.filter(({ bands }) => (bands & (1 << band)) !== 0);
const track = (norad: number) => analysis.track({ window, norad }, anyone);

test('the others that share a band are found, each once, and where they are for ten minutes around', async (t) => {
  const [tracked, ...others] = sharing(X);
  t.true(others.length > 20);
  const epoch = 200;
  const query = { window, norad: tracked?.noradNumber ?? 0, band: 'X', epoch } as const;
  const states = await analysis.states(query, anyone);
  t.is(states.length, 7 * others.length);
  const tracks = await Promise.all(others.map(({ noradNumber }) => track(noradNumber)));
  for (const minutes of [-10, -3, 0, 10]) {
    const places = placesBelow({ epoch, states }, 60 * minutes);
    for (const [index, positions] of tracks.entries()) {
      const [lat = 0, lon = 0] = positions.subarray(3 * (epoch + minutes));
      const distances = others.map((_other, i) =>
        separationDeg(
          { azimuthDeg: places[2 * i + 1] ?? 0, elevationDeg: places[2 * i] ?? 0 },
          { azimuthDeg: lon, elevationDeg: lat },
        ),
      );
      const nearest = Math.min(...distances);
      t.true(nearest < 0.1, `${others[index]?.noradNumber}, ${minutes} min: ${nearest} degrees`);
    }
  }
});

test('nobody is told of without a shared band, and nobody who has come down', async (t) => {
  const none = await analysis.states({ window, norad: SILENT, band: 'all', epoch: 0 }, anyone);
  t.is(none.length, 0);
  const tracked = sharing(S).find(({ noradNumber }) => noradNumber !== DECAYING)?.noradNumber ?? 0;
  const positions = await track(DECAYING);
  const lost = Array.from({ length: EPOCHS }, (_, k) => k).find((k) => Number.isNaN(positions[3 * k]));
  const query = { window, norad: tracked, band: 'S' } as const;
  const up = await analysis.states({ ...query, epoch: 0 }, anyone);
  const down = await analysis.states({ ...query, epoch: lost ?? -1 }, anyone);
  t.is(up.length - down.length, 7);
});
