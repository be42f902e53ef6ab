import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { initRecord, recordBytes } from '../../../src/core/satelliteRecord.js';
import { randomElements } from '../../helpers/randomElements.js';

const EPOCH_US = Date.UTC(2026, 6, 10) * 1000;
const core = await createOwnedCore(1);
const { kernels, view } = core;
const record = core.arena.allocate(kernels.deepRecordBytes()) ?? 0;
const exact = core.arena.allocate(64) ?? 0;
const quick = core.arena.allocate(64) ?? 0;

test('quick positions are within their bound, and near-earth satellites that fly have them', (t) => {
  let near = 0;
  let refused = 0;
  const minutes = fc.double({ min: -20_160, max: 20_160, noNaN: true });
  fc.assert(
    fc.property(randomElements(EPOCH_US), minutes, (elements, minute) => {
      initRecord(kernels, record, elements);
      const tUs = EPOCH_US + 60e6 * minute;
      const gmst = kernels.gmst82(tUs);
      const [cos, sin] = [Math.cos(gmst), Math.sin(gmst)];
      const found = kernels.quickFixed(record, tUs, cos, sin, quick) !== 0;
      const status = kernels.sgp4Fixed(record, tUs, cos, sin, exact);
      if (recordBytes(kernels, elements) === kernels.deepRecordBytes()) {
        assert.equal(found, false);
      } else if (status === 0) {
        near++;
        if (!found) refused++;
      }
      if (!found) return;
      assert.equal(status, 0);
      const differences = [0, 8, 16].map((i) => view.getFloat64(quick + i, true) - view.getFloat64(exact + i, true));
      assert.ok(Math.hypot(...differences) < 0.02, `${Math.hypot(...differences)} km`);
    }),
    { numRuns: 20_000 },
  );
  t.true(near > 5000);
  t.true(refused < 0.02 * near, `${refused} of ${near}`);
});
