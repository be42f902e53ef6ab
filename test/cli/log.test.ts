import test from 'ava';
import { pino } from 'pino';
import { withRequestId } from '../../src/cli/operations/log.js';
import { withPatience } from '../../src/db/connection/patience.js';

test('a line that is written while a request is answered names the request, once', async (t) => {
  const lines: string[] = [];
  const log = pino({ mixin: withRequestId }, { write: (line: string) => lines.push(line) });
  log.info('before');
  await withPatience(
    async () => {
      await Promise.resolve();
      log.error('deep below');
      log.info({ request_id: 'b' }, 'named by the line');
      log.child({ request_id: 'c' }).info('named by the child');
      setTimeout(() => log.warn('later'), 1);
    },
    1_000,
    'a',
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  const ids = lines.map((line) => line.match(/"request_id":"\w"/g));
  t.deepEqual(ids, [null, ['"request_id":"a"'], ['"request_id":"b"'], ['"request_id":"c"'], ['"request_id":"a"']]);
});
