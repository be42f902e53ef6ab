import test from 'ava';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { readConfig } from '../src/config.js';
import { BASE_PATH } from '../src/spec.js';
import { today } from './helpers/clock.js';
import { callServer } from './helpers/client.js';
import { keptLog } from './helpers/log.js';
import { anyInstallation } from './helpers/service.js';
import { startSmallService } from './helpers/smallService.js';

const [DOCKED, CROSSING] = [900_001, 900_002];

test('what is docked to a satellite is named beside its interferers, and what crosses it is one of them', async (t) => {
  const midnight = await today();
  const catalogue = bundledCatalogue(1000 * midnight.getTime());
  const [found, navigation] = [/^ISS \(ZARYA\)/, /^NAVSTAR/].map((names) =>
    catalogue.find(({ name }) => names.test(name)),
  );
  if (found === undefined || navigation === undefined) throw new Error('the catalogue has no ISS, or no NAVSTAR');
  // It crosses the equator northwards at midnight: there an orbit of another inclination meets it.
  const iss = { ...found, argPerigeeDeg: 0, meanAnomalyDeg: 0 };
  const docked = { ...iss, noradNumber: DOCKED, name: 'ISS (DOCKED)' };
  const crossing = { ...iss, noradNumber: CROSSING, name: 'ISS (CROSSING)', inclinationDeg: iss.inclinationDeg + 0.3 };
  const elsets = [iss, navigation, docked, crossing];
  const service = await startSmallService(readConfig(await anyInstallation(t)), keptLog().log, { elsets, every: 1 });
  t.teardown(() => service.stop());

  const [id = 0] = service.tracked;
  const ask = async (path: string) => {
    const { port } = new URL(service.url);
    const asked = `${BASE_PATH}/interference/${path}&tracked_satellite_id=${id}&timestamp=${midnight.toISOString()}`;
    const { status, json } = await callServer(t, Number(port), asked, { token: service.token });
    t.is(status, 200, path);
    return json.data;
  };
  let [lon, highestDeg] = [0, -90];
  for (let east = -180; east < 180; east += 10) {
    const { elevation_deg: elevation } = (await ask(`interferers?lat=0&lon=${east}`)).tracked_satellite;
    if (elevation > highestDeg) [lon, highestDeg] = [east, elevation];
  }
  const numbersOf = (list: { norad_number: number }[]) => list.map((one) => one.norad_number);
  const { count, interferers, colocated } = await ask(`interferers?lat=0&lon=${lon}`);
  t.true(
    interferers[0].separation_deg < 0.01,
    `${interferers[0].separation_deg} degrees at an elevation of ${highestDeg}`,
  );
  t.is(interferers[0].norad_number, CROSSING);
  t.deepEqual(numbersOf(colocated), [DOCKED]);
  t.is(count, interferers.length + 1);
  t.is(count, (await ask(`at_point?lat=0&lon=${lon}`)).intensity);
  t.deepEqual(numbersOf((await ask(`interferers?lat=0&lon=${lon}&limit=1`)).interferers), [CROSSING]);
});
