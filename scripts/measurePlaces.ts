/**
 * What places and maps of an embedded window take: `npx tsx scripts/measurePlaces.ts [--catalogue FILE] [--transmitters FILE]`.
 * Times are medians, of maps the shortest, in milliseconds of processor time unless told.
 */
import { parseArgs } from 'node:util';
import { createOwnedCore } from '../src/core/instance.js';
import { openWindow } from '../src/core/window/openWindow.js';
import type { CorePlace, CoreWindow, LatLon } from '../src/core/window/api.js';
import { type BenchSatellite, readSource } from './bench/catalogue.js';

const { values } = parseArgs({ options: { catalogue: { type: 'string' }, transmitters: { type: 'string' } } });
const { start, satellites } = await readSource({ catalogue: values.catalogue, transmitters: values.transmitters });
const KINDS: [name: string, pattern: RegExp][] = [
  ['ISS, then Tiangong', /^(?:ISS \(ZARYA|CSS \(TIANHE)/],
  ['Starlink, two of them', /^STARLINK/],
  ['GPS, two of them', /^NAVSTAR/],
  ['GEO, two of them', /^(?:INTELSAT|ASTRA|SES|EUTELSAT)/],
];
/** Epochs below whose satellite a place is taken. */
const EPOCHS = [0, 1_000, 2_000, 3_000, 4_000];
/** Epochs of which there are maps. */
const MAPS = [...Array(20).keys()];

const core = await createOwnedCore(1024);
const taken = (): number => core.memory.buffer.byteLength - core.arena.freeBytes;
const print = (what: string, ...figures: string[]): void => {
  process.stdout.write(`${what.padEnd(52)} ${figures.map((figure) => figure.padStart(11)).join('')}\n`);
};

/** Processor time, which other work on the machine hardly changes. */
function timed<T>(work: () => T): { ms: number; result: T } {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return { ms: (user + system) / 1000, result };
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The place that a satellite stands over, on a sphere. */
function below(window: CoreWindow, satellite: number, epoch: number): LatLon {
  const [x = 0, y = 0, z = 0] = window.ephemeris(satellite).subarray(3 * epoch);
  const degrees = (rad: number): number => (rad * 180) / Math.PI;
  return { latDeg: degrees(Math.atan2(z, Math.hypot(x, y))), lonDeg: degrees(Math.atan2(y, x)) };
}

/** The first satellite of a kind, and the nearest other one at the start. */
function pairOf(window: CoreWindow, pattern: RegExp): [first: number, second: number] {
  const [first = 0, ...others] = satellites.flatMap(({ name }: BenchSatellite, i) => (pattern.test(name) ? [i] : []));
  const at = (i: number): Float64Array => window.ephemeris(i).subarray(0, 3);
  const own = at(first);
  const away = (i: number): number => Math.hypot(...at(i).map((coordinate, axis) => coordinate - (own[axis] ?? 0)));
  const second = others.slice(0, 200).reduce((best, i) => (away(i) < away(best) ? i : best), others[0] ?? first);
  return [first, second];
}

const unprepared = openWindow(core, { start, satellites });
const berlin: LatLon = { latDeg: 52.52, lonDeg: 13.405 };
const firstOfAll = timed(() => unprepared.week(pairOf(unprepared, /^STARLINK/)[0], berlin));
unprepared.close();
const before = taken();
const opened = timed(() => openWindow(core, { start, satellites }));
const window = opened.result;
print(`window of ${satellites.length} satellites, ${window.groups.length} groups: opening`, opened.ms.toFixed(0));
const windowBytes = taken() - before;
const { kernels } = core;
print('  memory, MB; bytes a satellite', (windowBytes / 1e6).toFixed(1), (windowBytes / satellites.length).toFixed(0));
const nearBytes = kernels.nearRecordBytes() + kernels.nearEphemerisBytes();
const deepBytes = kernels.deepRecordBytes() + kernels.deepEphemerisBytes(window.epochCount);
print('  of these its records: near the Earth, deep space', nearBytes.toFixed(0), deepBytes.toFixed(0));

const perPlace = taken();
const one = window.place({ latDeg: 0, lonDeg: 0 });
print('a place, memory, MB', ((taken() - perPlace) / 1e6).toFixed(2));
one.close();

function places(what: string): void {
  print(`satellites at a kept place, ${what}`, 'first', 'second', 'again');
  for (const [name, pattern] of KINDS) {
    const [first, second] = pairOf(window, pattern);
    const rounds = EPOCHS.map((epoch) => {
      const place: CorePlace = window.place(below(window, first, epoch));
      const found = [first, second, first].map((satellite) => timed(() => place.week(satellite)).ms);
      place.close();
      return found;
    });
    print(`  ${name}`, ...[0, 1, 2].map((k) => median(rounds.map((round) => round[k] ?? 0)).toFixed(2)));
  }
}

print('the first week of all, without prepare()', firstOfAll.ms.toFixed(0));
print(
  'window.prepare(), seconds',
  (
    timed(() => {
      window.prepare();
    }).ms / 1e3
  ).toFixed(2),
);
places('window prepared');
const filled = EPOCHS.map((k) => {
  const place = window.place({ ...berlin, lonDeg: berlin.lonDeg + k / 100 });
  const { ms } = timed(() => {
    place.prepare();
  });
  place.close();
  return ms;
});
print('place.prepare()', median(filled).toFixed(0));

const beforeMaps = taken();
window.occupancy(0);
print('maps, memory, MB', ((taken() - beforeMaps) / 1e6).toFixed(2));
const perMap = (options: Parameters<CoreWindow['occupancy']>[1]): string =>
  Math.min(...MAPS.map((epoch) => timed(() => window.occupancy(epoch, options)).ms)).toFixed(2);
print('a map of all cells: NESTED, RING', perMap({}), perMap({ scheme: 'ring' }));
print('  of each group', perMap({ byGroup: true }));
print(
  '  seen from ISS, GPS, GEO',
  ...[0, 2, 3].map((k) => perMap({ satellite: pairOf(window, KINDS[k]?.[1] ?? /^ISS/)[0] })),
);
