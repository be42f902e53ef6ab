import ava, { type ExecutionContext, type TestFn } from 'ava';

type Call = (...given: unknown[]) => void;

/** Title of the file of the room that is declaring its tests. */
let file = '';
const declarations: (() => void)[] = [];

/**
 * Stands in for AVA's `test` in all test files of a room, which share a process: the title of a test begins with its
 * file's, tests run one after the other, and hooks of each test are for those of their own file. Hooks before and after
 * all tests are for the whole room.
 */
function ofRoom(chain: object): object {
  return new Proxy(chain, {
    get: (_chain, name) => {
      const next: unknown = Reflect.get(chain, name);
      return typeof next === 'function' ? ofRoom(next) : next;
    },
    apply: (_chain, _self, [first, ...rest]: unknown[]) => {
      const of = file;
      const declare = (chain === ava ? ava.serial : chain) as Call;
      declarations.push(() => {
        if (typeof first === 'string') declare(`${of} › ${first}`, ...rest);
        else declare(ofFile(of, first as Hook));
      });
    },
  });
}

type Hook = (t: ExecutionContext) => unknown;

/** Hook that runs only for tests of its file; in titles of hooks AVA names the test behind `for`. */
function ofFile(of: string, hook: Hook): Hook {
  return (t) => (!t.title.includes(' for ') || t.title.includes(` for ${of} › `) ? hook(t) : undefined);
}

const test = ofRoom(ava) as TestFn;
// oxlint-disable-next-line import/no-default-export -- as AVA has it
export { test as default };

/** Loads the test files of a room one after the other, by title, and runs their tests. */
export async function runRoom(files: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [title, load] of Object.entries(files)) {
    file = title;
    await load();
  }
  // AVA begins once the first test is declared and then takes no more, so files that wait for something must load
  // first.
  for (const declare of declarations) declare();
}
