import test from 'ava';
import { createErrorFitter } from '../../../src/catalogue/errors/fit.js';
import { type PackedHistory, startErrorFit } from '../../../src/catalogue/errors/fitApart.js';
import { ELEMENT_NAMES, type MeanElements } from '../../../src/core/elements.js';
import { createCore } from '../../../src/core/index.js';
import { START_US } from '../../db/fixtures.js';
import { historyOf, HOUR_US } from '../../helpers/histories.js';

const NOW_US = START_US + 1000 * HOUR_US;
const HISTORIES = [1, 2, 3].map((seed) => ({
  name: `STARLINK-${1000 + seed}`,
  sets: historyOf({ count: 100, everyHours: 6, seed }),
}));

function packed({ name, sets }: { name: string; sets: readonly MeanElements[] }): PackedHistory {
  const view = new DataView(new ArrayBuffer(64 * sets.length));
  for (const [i, one] of sets.entries()) {
    ELEMENT_NAMES.forEach((field, k) => view.setFloat64(64 * i + 8 * k, one[field]));
  }
  return { name, sets: new Uint8Array(view.buffer) };
}

test('a thread fits what this one would', async (t) => {
  const thread = startErrorFit({ nowUs: NOW_US });
  t.teardown(() => thread.close());
  for (const one of HISTORIES) await thread.add([packed(one)]);
  const here = createErrorFitter(await createCore({ maxMegabytes: 16 }), NOW_US);
  for (const one of HISTORIES) here.add(one);
  const fit = await thread.fit();
  t.true(fit.pairs > 1_000);
  t.deepEqual(fit, here.fit());
});

test('a thread that dies, or is given up, rejects what it is asked', async (t) => {
  const dying = startErrorFit({ nowUs: NOW_US });
  await t.throwsAsync(dying.add([{ name: 'ISS', sets: undefined as unknown as Uint8Array }]), {
    any: true,
    message: /buffer/,
  });
  await t.throwsAsync(dying.fit(), { any: true, message: /buffer/ });
  const stopping = new AbortController();
  const stopped = startErrorFit({ nowUs: NOW_US }, stopping.signal);
  const asked = stopped.add(HISTORIES.map(packed));
  stopping.abort(new Error('the service is stopping'));
  await t.throwsAsync(asked, { message: 'the service is stopping' });
  await t.throwsAsync(stopped.fit(), { message: 'the service is stopping' });
  await Promise.all([dying.close(), stopped.close()]);
});
