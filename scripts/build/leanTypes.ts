import { dirname, join } from 'node:path';

/** Statement of a declaration file, with its comment. */
interface Statement {
  text: string;
  /** Name that it declares, if any. */
  name: string | undefined;
  isExported: boolean;
  /** Where its names come from, if it imports or passes on what another file exports. */
  from: string | undefined;
  /** Names in braces, as they are here, and as they are there. */
  names: Map<string, string>;
  isEverything: boolean;
}

const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|function|const|class) (\w+)/m;
const FROM = /^(import|export) (?:type )?(?:\{([^}]*)\}|(\*)) from '([^']+)';/m;

/**
 * Declarations without what their users cannot reach: of the files of entries all that these export, and of others what that
 * names.
 *
 * @param files texts of tsc by their paths, with all that entries import
 */
export function leanTypes(files: ReadonlyMap<string, string>, entries: readonly string[]): Map<string, string> {
  const statements = new Map([...files].map(([file, text]) => [file, statementsOf(file, text)]));
  const needed = new Map<Statement, Set<string>>();
  const lists = (file: string): Statement[] => statements.get(file) ?? [];

  const need = (file: string, name: string): void => {
    for (const statement of lists(file)) {
      const { from, isEverything, names } = statement;
      if (statement.name !== name && !names.has(name) && !isEverything) continue;
      const already = needed.get(statement);
      if (already?.has(name) === true) continue;
      needed.set(statement, (already ?? new Set<string>()).add(name));
      if (from !== undefined) need(from, names.get(name) ?? name);
      else for (const word of wordsOf(statement.text)) need(file, word);
    }
  };
  const exported = (file: string): string[] =>
    lists(file).flatMap((statement) => {
      if (statement.isEverything) return exported(statement.from ?? '');
      return statement.isExported
        ? [...statement.names.keys(), ...(statement.name === undefined ? [] : [statement.name])]
        : [];
    });
  for (const entry of entries) {
    for (const name of exported(entry)) need(entry, name);
  }

  const lean = [...files.keys()].map((file): [string, string] => {
    const texts = lists(file).flatMap((statement) => {
      const names = needed.get(statement);
      return names === undefined ? [] : [only(statement, names)];
    });
    return [file, texts.join('')];
  });
  return new Map(lean.filter(([, text]) => text !== ''));
}

function statementsOf(file: string, text: string): Statement[] {
  // Statements begin where lines do; their members are indented, and a comment belongs to what follows.
  const blocks = text.split(/^(?=[a-z]|\/\*\*)/m);
  const texts = blocks.flatMap((block, k) => {
    if (isComment(block)) return [];
    const before = blocks[k - 1];
    return [before !== undefined && isComment(before) ? before + block : block];
  });
  return texts.map((statement) => {
    const [, , braces = '', star, from] = FROM.exec(statement) ?? [];
    const names = braces.split(',').flatMap((part) => {
      const [there, here = there] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return there === undefined || here === undefined || there === '' ? [] : [[here, there] as const];
    });
    return {
      text: statement,
      name: from === undefined ? DECLARED.exec(statement)?.[1] : undefined,
      isExported: /^export /m.test(statement),
      from: from === undefined ? undefined : join(dirname(file), from).replace(/\.js$/, '.d.ts'),
      names: new Map(names),
      isEverything: star !== undefined,
    };
  });
}

const isComment = (block: string): boolean => block.startsWith('/**') && block.trimEnd().endsWith('*/');

function wordsOf(text: string): Set<string> {
  return new Set(text.replaceAll(/\/\*[^]*?\*\//g, '').match(/\w+/g));
}

/** Statement with these of its names alone. */
function only({ text, names, from }: Statement, needed: ReadonlySet<string>): string {
  if (from === undefined || names.size === 0) return text;
  const kept = [...names].filter(([here]) => needed.has(here));
  const list = kept.map(([here, there]) => (here === there ? here : `${there} as ${here}`)).join(', ');
  // A value may have been among types.
  const isTypes = /^(?:import|export) type /m.test(text);
  return text.replace(/^(import|export) (?:type )?\{[^}]*\}/m, (_, word: string) => {
    return `${word}${isTypes ? ' type' : ''} { ${list} }`;
  });
}
