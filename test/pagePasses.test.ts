import test from 'ava';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { readConfig } from '../src/config.js';
import type { EncountersJson } from '../src/http/schemas/encounters.js';
import { type ListedPassJson, pairPasses } from '../src/http/schemas/passes.js';
import { BASE_PATH } from '../src/spec.js';
import { unionOf } from '../src/web/passes/passOrder.js';
import { today } from './helpers/clock.js';
import { keptLog } from './helpers/log.js';
import { cookieOf, OWN } from './helpers/pageSession.js';
import { anyInstallation } from './helpers/service.js';
import { startSmallService } from './helpers/smallService.js';

const TRACKED = /^(ISS \(ZARYA\)|NAVSTAR)/;
const PLACE = 'lat=40.4&lon=-3.7';
const BEAM = 'frequency_match=band&max_separation_deg=6';

const ms = (time: string): number => Date.parse(time);

/** Passes as `encounters` answers them, in the form of the page's lines. */
function listed({ passes }: EncountersJson): ListedPassJson[] {
  return passes.map(({ clear_stretch: clear, encounters, ...pass }) => {
    const aos = ms(pass.aos);
    const after = (time: string): number => ms(time) - aos;
    const [nearest] = encounters.toSorted((a, b) => a.closest_separation_deg - b.closest_separation_deg);
    return {
      aos,
      los: after(pass.los),
      max_elevation_deg: pass.max_elevation_deg,
      max_elevation_time: after(pass.max_elevation_time),
      complete: pass.complete,
      in_beam_seconds: pass.in_beam_seconds,
      clear: clear && [after(clear.start_time), after(clear.end_time)],
      encounter_count: pass.encounter_count,
      nearest: nearest
        ? { norad_number: nearest.norad_number, name: nearest.name, separation_deg: nearest.closest_separation_deg }
        : null,
      met: unionOf(encounters.map((one) => [after(one.enters), after(one.leaves)])),
    };
  });
}

test('the passes that the page lists are those of encounters, over stations and over a place', async (t) => {
  const catalogue = bundledCatalogue(1000 * (await today()).getTime());
  const iss = catalogue.find(({ name }) => name === 'ISS (ZARYA)');
  if (iss === undefined) throw new Error('the catalogue has no ISS');
  const docked = { ...iss, noradNumber: 900_001, name: 'ISS (DOCKED)' };
  const elsets = [...catalogue.filter(({ name }, i) => i % 12 === 0 || TRACKED.test(name)), docked];
  const service = await startSmallService(readConfig(await anyInstallation(t)), keptLog().log, { elsets, every: 1 });
  t.teardown(() => service.stop());
  const body = JSON.stringify({ email: service.email, password: service.password });
  const headers = { ...OWN, 'content-type': 'application/json' };
  const { headers: signedIn } = await fetch(`${service.url}/page/session`, { method: 'POST', headers, body });
  const listedOver = async (where: string) => {
    const path = `/page/passes?tracked_satellite_ids=${service.tracked.join()}&${where}&${BEAM}`;
    const response = await fetch(service.url + path, { headers: { cookie: cookieOf(signedIn) } });
    t.is(response.status, 200, path);
    return (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => pairPasses.parse(JSON.parse(line)));
  };
  const encountersOver = async (id: number, where: string): Promise<EncountersJson> => {
    const path = `/interference/encounters?tracked_satellite_id=${id}&${where}&${BEAM}&limit=10000`;
    const response = await fetch(service.url + BASE_PATH + path, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    t.is(response.status, 200, path);
    return ((await response.json()) as { data: EncountersJson }).data;
  };

  const overStations = await listedOver(`ground_station_ids=${service.stations.join()}`);
  const overPlace = await listedOver(PLACE);
  t.is(overStations.length, 4);
  t.is(overPlace.length, 2);
  let met = 0;
  for (const line of [...overStations, ...overPlace]) {
    const { tracked_satellite_id: id, ground_station_id: station, colocated, passes, ...fields } = line;
    const told = await encountersOver(id, station === undefined ? PLACE : `ground_station_id=${station}`);
    const { max_separation_deg, max_separation_source, downlink } = told;
    t.deepEqual(fields as object, { max_separation_deg, max_separation_source, downlink });
    t.deepEqual(passes, listed(told));
    t.deepEqual(colocated, id === service.tracked[0] ? ['ISS (DOCKED)'] : []);
    t.true(passes.length > 3);
    met += told.encounter_count;
  }
  t.true(met > 100, `${met} encounters`);
  t.deepEqual(
    new Set((await listedOver('')).map((line) => `${line.tracked_satellite_id} ${line.ground_station_id}`)),
    new Set(overStations.map((line) => `${line.tracked_satellite_id} ${line.ground_station_id}`)),
  );
});
