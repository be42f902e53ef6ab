import test from 'ava';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Caller } from '../../../src/db/accounts/callers.js';
import type { ApiContext } from '../../../src/http/context.js';
import { askerOf } from '../../../src/http/request/asker.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const REQUESTS = 2_000;
const REQUEST_BYTES = 8_000;

test('a request that asked is forgotten by the next small collection, not only by a full one', (t) => {
  const collectSmall = (): void => {
    // What survives twice is moved to where only a full collection looks.
    for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  };
  const askAll = (): number => {
    let accounts = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const ctx = { req: { headers: Array.from({ length: REQUEST_BYTES / 8 }, () => i) }, res: {}, state: {} };
      accounts += askerOf(ctx as unknown as ApiContext, { accountId: 1 } as Caller).account;
    }
    return accounts;
  };
  collectSmall();
  const before = process.memoryUsage().heapUsed;
  t.is(askAll(), REQUESTS);
  collectSmall();
  const kept = process.memoryUsage().heapUsed - before;
  t.true(kept < (REQUESTS * REQUEST_BYTES) / 4, `${kept} bytes of ${REQUESTS} requests were kept`);
});
