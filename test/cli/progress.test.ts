import test from 'ava';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withProgress } from '../../src/cli/progress.js';

test('a terminal is shown each stage, a file nothing', async (t) => {
  const written = async (isTTY: boolean): Promise<string> => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    const done = await withProgress((show) => {
      show({ stage: 'parsing' });
      show({ stage: 'storing', done: 1, of: 4 });
      show({ stage: 'storing', done: 4, of: 4 });
      return Promise.resolve('done');
    }, stream);
    t.is(done, 'done');
    stream.end();
    return text(stream);
  };
  t.regex(await written(true), /parsing  0s[^]*storing  \[=+-+\] 25%[^]* 100% \| 4\/4/);
  t.is(await written(false), '');
});
