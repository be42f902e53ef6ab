import test from 'ava';
import { leanTypes } from '../../scripts/build/leanTypes.js';

const FILES = new Map([
  [
    'index.d.ts',
    `import { type Inner, type Kernels } from './inner.js';
import type { Unused } from './unused.js';
export * from './all.js';
export { shared as common, left } from './inner.js';
/** A core. */
export interface Core {
    /** Not the Unused. */
    inner: Inner;
}
declare const hidden: Kernels;
`,
  ],
  [
    'inner.d.ts',
    `/** An inner one. */
export interface Inner {
    next: Inner | Helper;
}
interface Helper {
    helper: true;
}
export interface Kernels {
    kernel: number;
}
export declare function shared(of: Inner): void;
export declare const left: 1;
`,
  ],
  ['unused.d.ts', 'export type Unused = string;\n'],
  [
    'all.d.ts',
    "import { Kernels } from './inner.js';\n/** One. */\nexport declare const one: 1;\ndeclare const two: Kernels;\n",
  ],
]);

test('of declarations those stay that the exports of the entries name, with their comments', (t) => {
  const lean = leanTypes(FILES, ['index.d.ts']);
  t.deepEqual([...lean.keys()], ['index.d.ts', 'inner.d.ts', 'all.d.ts']);
  t.is(
    lean.get('index.d.ts'),
    `import { Inner } from './inner.js';
export * from './all.js';
export { shared as common, left } from './inner.js';
/** A core. */
export interface Core {
    /** Not the Unused. */
    inner: Inner;
}
`,
  );
  t.is(lean.get('inner.d.ts'), FILES.get('inner.d.ts')?.replace(/export interface Kernels \{[^}]*\}\n/, ''));
  t.is(lean.get('all.d.ts'), '/** One. */\nexport declare const one: 1;\n');
});
