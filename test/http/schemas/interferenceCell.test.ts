import test from 'ava';
import { z } from 'zod';
import { interferenceCell } from '../../../src/http/routes/interferenceCells.js';
import { cellEntries } from '../../helpers/cellsJson.js';

test('entries are written as the API’s document describes them', (t) => {
  const entries = cellEntries({ run: 1_136_000, epoch: 10_079, nside: 256 }, [
    [0, 1],
    [7, 65_535],
    [786_431, 12],
  ]);
  t.deepEqual(z.array(interferenceCell).length(3).parse(entries), entries);
});
