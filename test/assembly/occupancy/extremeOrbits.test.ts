import test from 'ava';
import { randomFrom } from '../../../scripts/random.js';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { writeSite } from '../../../src/core/records/seriesRecord.js';
import { cancelSlot, writeSlot } from '../../../src/core/records/slotRecord.js';
import { writeWindow } from '../../../src/core/records/windowRecord.js';
import { findPasses } from '../../../src/core/passes.js';
import { extremeElements } from '../../helpers/elements.js';
import { debugCore } from '../../helpers/kernels.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 10_080;
const MASK_DEG = 10;
const core = await createOwnedCore(64, debugCore);
const { kernels, layout, memory, view, arena } = core;
const bitmapBytes = kernels.bitmapBytes(EPOCHS);
const slot = arena.allocate(layout.SLOT_TEXT) ?? 0;
const site = arena.allocate(layout.SITE_BYTES) ?? 0;
const positions = arena.allocate(24 * EPOCHS) ?? 0;
const bitmap = arena.allocate(bitmapBytes) ?? 0;
writeSlot(core, slot);

const zeroes = { eccentricity: 0.0005, raanDeg: 0, argPerigeeDeg: 0, meanAnomalyDeg: 0, bstar: 0 };
const orbits: Record<string, MeanElements> = {
  'that drag the wrong way lifts out of the Earth, until SGP4 turns it back': {
    ...zeroes,
    epochUs: START_US - 10_000 * 60e6,
    meanMotionRevPerDay: 17.9426,
    inclinationDeg: 98,
    bstar: -0.0084,
  },
  'the other way round above the equator, where SGP4 lets longitudes leap': {
    ...zeroes,
    epochUs: 1_784_137_440_000_000,
    meanMotionRevPerDay: 1.01294319506406,
    eccentricity: 0.0005784779966708637,
    inclinationDeg: 180,
    raanDeg: 101.57008766269782,
    argPerigeeDeg: 49.70156608601174,
    meanAnomalyDeg: 104.29653787254193,
    bstar: 0.0007481472256095308,
  },
  'through the Earth': {
    ...zeroes,
    epochUs: 1_783_155_540_000_000,
    meanMotionRevPerDay: 18.303811663716946,
    eccentricity: 0.4798100661858032,
    inclinationDeg: 21.01022836799278,
    raanDeg: 129.46710275926958,
    argPerigeeDeg: 266.51729270188014,
    meanAnomalyDeg: 96.23601245518589,
    bstar: 0.000025430388639026274,
  },
  'far beyond the Moon': {
    ...zeroes,
    epochUs: 1_784_569_680_000_000,
    meanMotionRevPerDay: 0.0009416219063163736,
    eccentricity: 0.00012945149379291177,
    inclinationDeg: 72.76866504585774,
    raanDeg: 192.46085719785694,
    argPerigeeDeg: 118.03779775185407,
    meanAnomalyDeg: 82.53527974827927,
    bstar: 0.11271012107201595,
  },
};

/** The places of the finds, both poles and some between. */
const PLACES = [
  [4.640509789653913, 155.40040878549826],
  [-21.13738343374857, -141.42227957091401],
  [2.13618621636338, -35.35045259827343],
  [90, 0],
  [-80, 13],
  [52.5, 13.4],
  [0, -90],
] as const;

/** The epochs, as text, at which a place is covered: by passes, by skipping ahead, and minute by minute. */
function covered(elements: MeanElements, [latDeg, lonDeg]: readonly [number, number]): Record<string, string> {
  const satellites = [{ elements, bands: 1, minElevationDeg: MASK_DEG }];
  const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  writeSite(core, site, { latDeg, lonDeg, heightKm: 0 });
  const marks = (pointer: number): string => Buffer.from(memory.buffer, pointer, bitmapBytes).toString('hex');
  kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
  const byPasses = marks(slot + layout.SLOT_COVERED);
  kernels.coverAhead(window.pointer, 0, site, 0, EPOCHS, slot);
  const ahead = marks(slot + layout.SLOT_COVERED);
  kernels.writeEphemeris(window.pointer, 0, 0, EPOCHS, slot + layout.SLOT_SCRATCH, positions);
  kernels.coverEphemeris(site, Math.sin((MASK_DEG * Math.PI) / 180), positions, EPOCHS, bitmap);
  window.free();
  return { byPasses, ahead, everyMinute: marks(bitmap) };
}

for (const [name, elements] of Object.entries(orbits)) {
  test(`counting ends, and is exact, for an orbit ${name}`, (t) => {
    for (const place of PLACES) {
      const { byPasses, ahead, everyMinute } = covered(elements, place);
      t.is(byPasses, everyMinute, `by passes at ${place.join()}`);
      t.is(ahead, everyMinute, `skipping ahead at ${place.join()}`);
    }
  });
}

test('counting ends, and is exact, for whatever else an import accepts', (t) => {
  const next = randomFrom(1);
  for (let set = 0; set < 60; set++) {
    const elements = extremeElements(next, START_US);
    const { byPasses, ahead, everyMinute } = covered(elements, PLACES[set % PLACES.length] as (typeof PLACES)[number]);
    t.is(byPasses, everyMinute, JSON.stringify(elements));
    t.is(ahead, everyMinute, JSON.stringify(elements));
  }
});

test('covering stops when the slot is cancelled', (t) => {
  const elements = orbits['through the Earth'] as MeanElements;
  const satellites = [{ elements, bands: 1, minElevationDeg: MASK_DEG }];
  const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  writeSite(core, site, { latDeg: 0, lonDeg: 0, heightKm: 0 });
  const exact = (): number => {
    view.setUint32(slot + layout.SLOT_EXACT, 0, true);
    kernels.coverAhead(window.pointer, 0, site, 0, EPOCHS, slot);
    return view.getUint32(slot + layout.SLOT_EXACT, true);
  };
  t.is(exact(), EPOCHS);
  cancelSlot(core, slot);
  t.is(exact(), 0);
  writeSlot(core, slot);
  window.free();
});

test('the finding of passes ends when the slot is cancelled', (t) => {
  const elements = { ...zeroes, epochUs: START_US, meanMotionRevPerDay: 15.5, inclinationDeg: 51 };
  const satellites = [{ elements, bands: 1, minElevationDeg: MASK_DEG }];
  const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  const find = (): unknown[] | undefined =>
    findPasses(
      core,
      { window: window.pointer, satellite: 0, from: 0, to: EPOCHS },
      { latDeg: 40, lonDeg: 0, heightKm: 0 },
      slot,
      { pointer: positions, bytes: 24 * EPOCHS },
    );
  t.true((find()?.length ?? 0) > 20);
  cancelSlot(core, slot);
  t.is(find(), undefined);
  writeSlot(core, slot);
  window.free();
});
