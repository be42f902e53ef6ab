import test from 'ava';
import { cellId } from '../../src/compute/map/runIndex.js';
import { cellCount, cellResolutionDeg } from '../../src/core/healpix.js';
import { EPOCH_MS, RISK_LEVELS, WINDOW_EPOCHS } from '../../src/spec.js';
import { document, type Json } from '../helpers/openapi.js';

/** Examples of answers are answers that the service could give: here, what must hold between their fields. */

interface Found {
  place: string;
  value: Json;
}

/** Every object of an example. */
function* objectsIn(value: unknown, place: string): Generator<Found> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { place, value: value as Json };
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${place}.${name}`);
}

interface Media {
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { example, examples = {} } = (operation.responses['200'] as Media).content?.['application/json'] ?? {};
    const shown = example ?? Object.values(examples)[0]?.value;
    return { name: `${method} ${path}`, operation, shown, bare: ((shown as Json)['data'] ?? shown) as Json };
  }),
);
const objects = operations.flatMap(({ name, shown }) => [...objectsIn(shown, name)]);

function having(...names: readonly string[]): Found[] {
  return objects.filter(({ value }) => names.every((name) => name in value));
}

const at = (time: unknown): number => Date.parse(String(time));
const levelOf = (intensity: unknown): string | undefined =>
  intensity === null ? undefined : RISK_LEVELS.findLast(({ from }) => from <= Number(intensity))?.name;

test('a list is as long as data_points says', (t) => {
  const counted = having('data_points');
  t.true(counted.length >= 5);
  for (const { place, value } of counted) {
    const list = ['timeseries', 'time_series', 'interference_cells'].find((name) => name in value) ?? '';
    t.is((value[list] as unknown[]).length, Number(value['data_points']), place);
  }
});

test('minutes are whole and ascend, within the range that the answer tells', (t) => {
  for (const { place, value } of having('timeseries')) {
    const minutes = (value['timeseries'] as Json[]).map(({ timestamp }) => at(timestamp));
    t.true(
      minutes.every((minute, i) => minute % EPOCH_MS === 0 && (i === 0 || minute > (minutes[i - 1] ?? 0))),
      place,
    );
    const range = objects.find((other) => place.startsWith(other.place) && 'start_time' in other.value)?.value ?? {};
    t.true(
      minutes.every((minute) => minute >= at(range['start_time']) && minute < at(range['end_time'])),
      place,
    );
  }
  for (const { place, value } of having('lat', 'timeseries')) {
    t.is(at(value['end_time']) - at(value['start_time']), EPOCH_MS * Number(value['data_points']), place);
  }
});

test('the risk level is that of the intensity', (t) => {
  for (const { place, value } of having('intensity', 'risk_level')) {
    t.is(value['risk_level'], levelOf(value['intensity']), place);
  }
});

test('a pass rises before it is highest and sets after, and its numbers are those of its minutes', (t) => {
  const passes = having('passes', 'timeseries').flatMap(({ place, value }) =>
    (value['passes'] as Json[]).map((pass) => ({ place, pass, minutes: value['timeseries'] as Json[] })),
  );
  t.true(passes.length >= 2);
  for (const { place, pass, minutes } of passes) {
    t.true(at(pass['aos']) < at(pass['max_elevation_time']) && at(pass['max_elevation_time']) < at(pass['los']), place);
    t.is(Number(pass['duration_seconds']), (at(pass['los']) - at(pass['aos'])) / 1000, place);
    const inside = minutes.filter(
      ({ timestamp }) => at(timestamp) >= at(pass['aos']) && at(timestamp) < at(pass['los']),
    );
    const whole = Math.ceil(at(pass['los']) / EPOCH_MS) - Math.ceil(at(pass['aos']) / EPOCH_MS);
    t.is(inside.length, whole, place);
    const intensities = inside.map(({ intensity }) => Number(intensity));
    t.is(pass['peak_intensity'], Math.max(...intensities), place);
    const mean = intensities.reduce((sum, intensity) => sum + intensity, 0) / intensities.length;
    t.is(pass['mean_intensity'], Math.round(100 * mean) / 100, place);
    t.is(pass['risk_level'], levelOf(pass['peak_intensity']), place);
  }
});

test('a pass with encounters is as long as its times say, and its clear stretch lies in it and outside of them', (t) => {
  const found = having('clear_stretch');
  t.true(found.length >= 2);
  for (const { place, value } of found) {
    const clear = value['clear_stretch'] as Json;
    const seconds = (from: unknown, to: unknown): number => (at(to) - at(from)) / 1000;
    t.is(value['duration_seconds'], seconds(value['aos'], value['los']), place);
    t.is(clear['seconds'], seconds(clear['start_time'], clear['end_time']), place);
    t.true(at(value['aos']) <= at(clear['start_time']) && at(clear['end_time']) <= at(value['los']), place);
    const encounters = (value['encounters'] ?? []) as Json[];
    const inBeam = encounters.reduce((sum, { enters, leaves }) => sum + seconds(enters, leaves), 0);
    if (encounters.length === 1) t.is(value['in_beam_seconds'], inBeam, place);
    for (const { enters, leaves, closest_time: closest } of encounters) {
      t.true(at(enters) < at(closest) && at(closest) < at(leaves), place);
      t.true(at(leaves) <= at(clear['start_time']) || at(enters) >= at(clear['end_time']), place);
    }
  }
});

test('a window has seven days, and a run those of its window', (t) => {
  const windows = objects.filter(
    ({ place, value }) => place.endsWith('analysis_window') || 'time_step_seconds' in value,
  );
  t.true(windows.length >= 2);
  for (const { place, value } of windows) {
    t.is(at(value['end_time']) - at(value['start_time']), EPOCH_MS * WINDOW_EPOCHS, place);
  }
});

test('cells are on their grid, and epochs are counted from the start of the window', (t) => {
  const start = at(objects.find(({ value }) => 'time_step_seconds' in value)?.value['start_time']);
  for (const { place, value } of having('nside', 'ipix')) {
    t.true(Number(value['ipix']) < cellCount(Number(value['nside'])), place);
  }
  for (const { place, value } of having('id', 'epoch_index', 'ipix')) {
    t.is(value['id'], cellId(1, Number(value['epoch_index']), Number(value['ipix'])), place);
    t.true(Number(value['value']) > 0, place);
  }
  for (const { place, value } of having('epoch_index', 'timestamp')) {
    t.is(at(value['timestamp']), start + EPOCH_MS * Number(value['epoch_index']), place);
  }
  for (const { place, value } of having('cell_resolution_deg')) {
    t.is(value['cell_resolution_deg'], cellResolutionDeg(Number(value['nside'])), place);
  }
});

test('a page is as long as it says, and there are as many as the cells need', (t) => {
  const pages = having('pagination');
  t.is(pages.length, 1);
  for (const { value } of pages) {
    const pagination = value['pagination'] as Record<string, number>;
    const {
      current_page: current = 0,
      total_pages: pageCount = 0,
      total_count: total = 0,
      per_page: per = 0,
    } = pagination;
    t.is(pageCount, Math.ceil(total / per));
    t.is((value['interference_cells'] as unknown[]).length, Math.min(per, total - (current - 1) * per));
  }
});

test('an answer says again what its example asks', (t) => {
  for (const { name, operation, bare } of operations) {
    for (const { name: parameter, in: place, required, example } of operation.parameters) {
      const asked = String(parameter);
      if (place === 'path' ? asked === 'id' : required !== true) continue;
      if (asked in bare) t.is(bare[asked], example, `${name}: ${asked}`);
    }
  }
});
