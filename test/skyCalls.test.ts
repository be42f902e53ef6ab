import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { BASE_PATH } from '../src/spec.js';
import { readConfig } from '../src/config.js';
import { cellCentre, cellCount } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { withScratch } from '../src/core/parts.js';
import { keptLog } from './helpers/log.js';
import { anyInstallation } from './helpers/service.js';
import { startSmallService } from './helpers/smallService.js';

const NSIDE = 64;
const QUESTIONS = 60;
const MINUTE_MS = 60_000;

interface Stretch {
  enters: string;
  leaves: string;
}

interface Pass {
  aos: string;
  los: string;
  in_beam_seconds: number;
  clear_stretch: { start_time: string; end_time: string; seconds: number } | null;
  encounters: Met[];
}

interface Met extends Stretch {
  closest_time: string;
  closest_separation_deg: number;
  norad_number: number;
  probability: number;
}

/** Catalogue numbers, ascending, each once. */
const numbersOf = (all: readonly Met[]): number[] =>
  [...new Set(all.map((one) => one.norad_number))].toSorted((a, b) => a - b);

interface Suspect extends Met {
  elset_epoch: string;
  stretches: number;
}

const ms = (time: string): number => Date.parse(time);

/** Time in milliseconds that the stretches cover together; overlaps count once. */
function covered(stretches: readonly Stretch[]): number {
  let [sum, end] = [0, 0];
  for (const { enters, leaves } of stretches.toSorted((a, b) => ms(a.enters) - ms(b.enters))) {
    sum += Math.max(0, ms(leaves) - Math.max(end, ms(enters)));
    end = Math.max(end, ms(leaves));
  }
  return sum;
}

test('looks count as at_point does, encounters agree with looks, and clear passes and suspects with encounters', async (t) => {
  const config = readConfig({ ...(await anyInstallation(t)), RATE_LIMIT_INTERFERENCE_PER_MINUTE: '100000' });
  const service = await startSmallService(config, keptLog().log, { every: 6 });
  t.teardown(() => service.stop());
  const headers = { authorization: `Bearer ${service.token}` };
  const ask = async (path: string, query: Record<string, string | number>) => {
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const response = await fetch(`${service.url}${BASE_PATH}/interference/${path}?${text}`, { headers });
    t.is(response.status, 200, `${path}?${text}`);
    return ((await response.json()) as { data: never }).data;
  };
  const core = await createOwnedCore(16);
  const [satellite = 0, navigation = 0] = service.tracked;
  const [station = 0] = service.stations;
  const week: { start_time: string } = await ask('timeseries', { tracked_satellite_id: satellite, lat: 0, lon: 0 });
  const startMs = ms(week.start_time);

  let counted = 0;
  for (let i = 0; i < QUESTIONS; i++) {
    const ipix = (i * 7_919_777) % cellCount(NSIDE);
    const { latDeg, lonDeg } = withScratch(core, (at) => cellCentre(core.kernels, core.view, at, NSIDE, ipix));
    const timestamp = new Date(startMs + ((i * 167_777) % 10_080) * MINUTE_MS).toISOString();
    const asked = {
      tracked_satellite_id: i % 4 === 0 ? satellite : navigation,
      lat: latDeg,
      lon: lonDeg > 180 ? lonDeg - 360 : lonDeg,
      timestamp,
      frequency_band: i % 3 === 0 ? 'L' : 'all',
    };
    const { intensity }: { intensity: number } = await ask('at_point', asked);
    const { count, interferers }: { count: number; interferers: object[] } = await ask('interferers', asked);
    t.is(count, intensity, JSON.stringify(asked));
    t.is(interferers.length, Math.min(count, 100));
    counted += count;
  }
  t.true(counted > 30, `${counted} interferers`);

  const beam = { max_separation_deg: 8, frequency_match: 'band' };
  const over = { tracked_satellite_id: navigation, ground_station_id: station };
  const { passes }: { passes: Pass[] } = await ask('encounters', { ...over, ...beam, limit: 10_000 });
  t.true(passes.length > 3);
  const met = passes.flatMap(({ encounters }) => encounters);
  t.true(met.length > 20, `${met.length} encounters`);
  for (const { aos, los, in_beam_seconds: inBeam, clear_stretch: clear, encounters } of passes) {
    t.true(Math.abs(covered(encounters) / 1000 - inBeam) < 0.01);
    if (clear === null) continue;
    t.true(ms(aos) <= ms(clear.start_time) && ms(clear.end_time) <= ms(los));
    t.true(encounters.every((one) => ms(one.leaves) <= ms(clear.start_time) || ms(one.enters) >= ms(clear.end_time)));
  }
  for (const { closest_time: timestamp, closest_separation_deg: closest, norad_number: norad } of met.slice(0, 20)) {
    const look = await ask('interferers', { ...over, timestamp, limit: 1_000 });
    const { interferers } = look as { interferers: { norad_number: number; separation_deg: number }[] };
    const found = interferers.find((one) => one.norad_number === norad);
    t.true(Math.abs((found?.separation_deg ?? 0) - closest) < 0.001, `${norad} at ${timestamp}`);
  }

  const day = { start_time: week.start_time, end_time: new Date(startMs + 1_440 * MINUTE_MS).toISOString() };
  const found: { passes: Pass[] } = await ask('encounters', { ...over, ...beam, ...day, limit: 10_000 });
  const ofDay = found.passes.flatMap(({ encounters }) => encounters);
  const asked = { ...over, ...beam, ...day, elements: 'window', limit: 1_000 };
  const { suspects }: { suspects: Suspect[] } = await ask('suspects', asked);
  t.true(suspects.length > 3, `${suspects.length} suspects`);
  t.deepEqual(numbersOf(suspects), numbersOf(ofDay));
  for (const { stretches: count, ...best } of suspects) {
    const all = ofDay.filter((one) => one.norad_number === best.norad_number);
    t.is(all.length, count);
    t.true(all.some((one) => isDeepStrictEqual(one, best)));
    t.true(all.every((one) => one.probability <= best.probability));
  }
  const likely = suspects.map((one) => one.probability);
  t.deepEqual(
    likely,
    likely.toSorted((a, b) => b - a),
  );

  const named = { tracked_satellite_ids: navigation, ground_station_ids: station, limit: 1_000 };
  const { clear_passes: ranked }: { clear_passes: Pass[] } = await ask('clear_passes', { ...named, ...beam });
  const clear = passes.filter((pass) => pass.clear_stretch !== null);
  const seconds = ({ clear_stretch: stretch }: Pass): number => stretch?.seconds ?? 0;
  t.deepEqual(
    ranked.map(({ aos, clear_stretch: stretch }) => ({ aos, stretch })),
    clear
      .toSorted((a, b) => seconds(b) - seconds(a) || ms(a.aos) - ms(b.aos))
      .map(({ aos, clear_stretch: stretch }) => ({ aos, stretch })),
  );
  const best: { clear_passes: Pass[] } = await ask('clear_passes', { ...named, ...beam, limit: 3 });
  t.deepEqual(best.clear_passes, ranked.slice(0, 3));
});
