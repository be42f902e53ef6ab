import { readdirSync, readFileSync, statSync } from 'node:fs';
import test from 'ava';
import { pack } from './installed.js';

test("the service's package has what runs and the types of what apps embed, and no maps, sources or tests", async (t) => {
  const { files } = await pack('.', '.', '--dry-run');
  const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, Record<string, string>>;
    bin: Record<string, string>;
  };
  const named = [...Object.values(exports).flatMap((targets) => Object.values(targets)), ...Object.values(bin)];
  const assets = readdirSync('dist/web/assets').map((asset) => `dist/web/assets/${asset}`);
  const needed = [
    ...named.map((target) => target.replace('./', '')),
    ...assets,
    'dist/core.wasm',
    'dist/postgres.tar.gz',
    'dist/web/index.html',
    'dist/compute/thread/worker.js',
  ];
  t.deepEqual(
    needed.filter((file) => !files.includes(file)),
    [],
  );
  const shipped =
    /^(?:dist\/.*\.(?:js|css|html)|dist\/catalogue\/tables\/[^/]+\.csv|dist\/web\/assets\/[^/]+\.(?:json|bin|txt|br|woff2)|dist\/core\.wasm|dist\/postgres\.tar\.gz|[^/]+\.(?:md|json)|LICENSE)$/;
  const typed = /^dist\/(?:core|catalogue)\/.*\.d\.ts$|^dist\/(?:errors|spec)\.d\.ts$/;
  t.deepEqual(
    files.filter((file) => !shipped.test(file) && !typed.test(file)),
    [],
  );
});

test('what root has built, another user may read', (t) => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((file) => `dist/${file}`);
  t.deepEqual(
    files.filter((file) => (statSync(file).mode & 0o004) === 0),
    [],
  );
});
