import { geoDistance } from 'd3-geo';
import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { geodeticOf } from '../../src/web/data/geodetic.js';
import { placesBelow } from '../../src/web/map/others.js';
import { anyone, bench, load, poolHere } from '../helpers/analysis.js';
import { DECAYING, sampleSatellites, SILENT } from '../helpers/sky.js';

const EPOCHS = 1500;
const [S, X] = [3, 5];
const core = await createOwnedCore(64);
const pool = poolHere(core);
const satellites = sampleSatellites();
const { analysis, windows } = bench(core, pool);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);

const sharing = (band: number) => satellites.filter(({ bands }) => (bands & (1 << band)) !== 0);
const track = (norad: number) => analysis.track({ window, norad }, anyone);

test('the others that share a band are found in the window’s order, and where they are for ten minutes around', async (t) => {
  const [tracked, ...others] = sharing(X);
  t.true(others.length > 20);
  const epoch = 200;
  const query = { window, norad: tracked?.noradNumber ?? 0, band: 'X', epoch } as const;
  const states = await analysis.states(query, anyone);
  t.is(states.length, 7 * others.length);
  const tracks = await Promise.all(others.map(({ noradNumber }) => track(noradNumber)));
  const order = [...analysis.others({ ...query, match: 'band' }).satellites];
  for (const minutes of [-10, -3, 0, 10]) {
    const places = placesBelow({ epoch, states }, 60 * minutes);
    for (const [index, positions] of tracks.entries()) {
      const [x = 0, y = 0, z = 0] = positions.subarray(3 * (epoch + minutes));
      const { latDeg: lat, lonDeg: lon } = geodeticOf(x, y, z);
      const distances = others.map(
        (_other, i) => (180 / Math.PI) * geoDistance([places[2 * i + 1] ?? 0, places[2 * i] ?? 0], [lon, lat]),
      );
      const norad = others[index]?.noradNumber ?? 0;
      const own = distances[order.indexOf(window.satellite(norad)?.index ?? -1)] ?? NaN;
      t.true(own < 0.1, `${norad}, ${minutes} min: ${own} degrees`);
    }
  }
});

test('without a shared band no satellite is listed, and one that has come down has no place', async (t) => {
  const none = await analysis.states({ window, norad: SILENT, band: 'all', epoch: 0 }, anyone);
  t.is(none.length, 0);
  const tracked = sharing(S).find(({ noradNumber }) => noradNumber !== DECAYING)?.noradNumber ?? 0;
  const positions = await track(DECAYING);
  const lost = Array.from({ length: EPOCHS }, (_, k) => k).find((k) => Number.isNaN(positions[3 * k]));
  const query = { window, norad: tracked, band: 'S' } as const;
  const up = await analysis.states({ ...query, epoch: 0 }, anyone);
  const down = await analysis.states({ ...query, epoch: lost ?? -1 }, anyone);
  const nowhere = (states: Int16Array): number =>
    Array.from({ length: states.length / 7 }, (_, i) => states.subarray(7 * i, 7 * i + 7)).filter((of) =>
      of.every((one) => one === 0),
    ).length;
  t.is(up.length, down.length);
  t.deepEqual([nowhere(up), nowhere(down)], [0, 1]);
  const hidden = analysis
    .others({ ...query, match: 'band' })
    .satellites.indexOf(window.satellite(DECAYING)?.index ?? -1);
  t.deepEqual(
    [...down.subarray(7 * hidden, 7 * hidden + 7)],
    Array.from({ length: 7 }, () => 0),
  );
  t.true(Number.isNaN(placesBelow({ epoch: 0, states: down }, 60)[2 * hidden] ?? 0));
});
