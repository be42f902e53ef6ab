import ava, { type ExecutionContext, type TestFn } from 'ava';

type Call = (...given: unknown[]) => void;

/** Name of the test file that is being loaded; tests declared now belong to it. */
let file = '';
const declarations: (() => void)[] = [];

/**
 * Wraps AVA's `test` for the files of a room, which share a process. Test titles get the file's name in front, tests
 * run one after the other, and hooks for each test run only for tests of their own file. Hooks before and after all
 * tests are for the whole room.
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

/**
 * Hook that does its work only for tests of the file `of`. In the title of a hook for one test, AVA puts the test's
 * title behind `for`.
 */
function ofFile(of: string, hook: Hook): Hook {
  return (t) => (!t.title.includes(' for ') || t.title.includes(` for ${of} › `) ? hook(t) : undefined);
}

const test = ofRoom(ava) as TestFn;
// oxlint-disable-next-line import/no-default-export -- as AVA has it
export { test as default };

/** Loads the test files of a room one after the other, by name, then declares their tests, which AVA runs. */
export async function runRoom(files: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [title, load] of Object.entries(files)) {
    file = title;
    await load();
  }
  // AVA begins to run tests once the first is declared, and accepts no more then. So all files are loaded before, as
  // some wait for something while loading.
  for (const declare of declarations) declare();
}
