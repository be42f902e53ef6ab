import test from 'ava';
import { z } from 'zod';
import { cellsJson } from '../../../src/compute/cellsJson.js';
import { interferenceCell } from '../../../src/http/schemas/interferenceCell.js';

test('entries are written as the API’s document describes them', (t) => {
  const cells = { ipix: Uint32Array.of(0, 7, 786_431), value: Uint16Array.of(1, 65_535, 12) };
  const entries: unknown = JSON.parse(`[${Buffer.concat(cellsJson(1_136_000, 256, 10_079, cells)).toString()}]`);
  t.deepEqual(z.array(interferenceCell).length(3).parse(entries), entries);
});
