import { dirname, join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import {
  type Expression,
  isExportDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  isVariableStatement,
  type Node,
  type SourceFile,
  type Statement,
} from 'typescript/unstable/ast';
import { type Comment, readComment } from './comment.js';

/** Method or property of an interface: its signature and its doc comment. */
export interface Signature {
  name: string;
  /** Source text, on one line. */
  text: string;
  isMethod: boolean;
  comment: Comment | undefined;
}

/** Exported declaration of a module, with its doc comment. */
export interface Declaration {
  name: string;
  /** Path of its source from the root. */
  file: string;
  /** Source text without bodies; for an interface, without its members. */
  text: string;
  comment: Comment | undefined;
  members: Signature[];
}

/** Reads the exports of each module, in the order of the sources that declare them. */
export function exportsOf(root: string, modules: readonly string[]): Declaration[][] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, 'src/tsconfig.json')] });
    const project = snapshot.getProjects()[0];
    if (project === undefined) throw new Error('src/tsconfig.json is not there');
    const sourceOf = (file: string): SourceFile => {
      const source = project.program.getSourceFile(join(root, file));
      if (source === undefined) throw new Error(`${file} is not among the sources`);
      return source;
    };
    return modules.map((file) => declarationsOf(file, undefined, sourceOf));
  } finally {
    api.close();
  }
}

/** Returns the declarations of a file with these names or, without names, all that the file exports. */
function declarationsOf(
  file: string,
  names: ReadonlySet<string> | undefined,
  sourceOf: (file: string) => SourceFile,
): Declaration[] {
  const source = sourceOf(file);
  return source.statements.flatMap((statement) => {
    if (!isExportDeclaration(statement)) {
      const found = declarationOf(statement, file, source);
      return found !== undefined && (names === undefined || names.has(found.name)) ? [found] : [];
    }
    const { moduleSpecifier, exportClause } = statement;
    if (moduleSpecifier === undefined) return [];
    const from = join(dirname(file), textOf(moduleSpecifier)).replace(/\.js$/, '.ts');
    const listed = exportClause === undefined ? names : namesIn(exportClause, source);
    const wanted = listed && names ? new Set([...listed].filter((name) => names.has(name))) : listed;
    return declarationsOf(from, wanted, sourceOf);
  });
}

const textOf = (literal: Expression): string => (literal as Expression & { text: string }).text;

/** Names that an export clause lists. */
function namesIn(clause: Node, source: SourceFile): ReadonlySet<string> {
  const names = clause.getText(source).replaceAll(/[{}]|\btype\b/g, ' ');
  return new Set(names.split(',').map((name) => name.trim()));
}

function declarationOf(statement: Statement, file: string, source: SourceFile): Declaration | undefined {
  const text = statement.getText(source);
  if (!text.startsWith('export ')) return undefined;
  const comment = commentOf(statement, source);
  const common = { file, comment, members: [] };
  if (isInterfaceDeclaration(statement)) {
    const members = statement.members.map((member) => ({
      name: /^(?:readonly )?(\w+)/.exec(member.getText(source))?.[1] ?? '',
      text: oneLine(member.getText(source)),
      isMethod: /^[\w$]+\s*[(<]/.test(member.getText(source)),
      comment: commentOf(member, source),
    }));
    const head = text.slice('export '.length, text.indexOf('{', text.indexOf(statement.name.text)));
    return { ...common, name: statement.name.text, text: head.trim(), members };
  }
  if (isFunctionDeclaration(statement)) {
    const body = statement.body?.getText(source) ?? '';
    const head = text.slice('export '.length, text.length - body.length).replace(/^async /, '');
    const declared = oneLine(head).replaceAll(/(\w+): ([^,()]+?) = [^,()]+/g, '$1?: $2');
    return { ...common, name: statement.name?.text ?? '', text: `${declared};` };
  }
  if (isTypeAliasDeclaration(statement)) {
    return { ...common, name: statement.name.text, text: text.slice('export '.length) };
  }
  if (isVariableStatement(statement)) {
    const name = /^export const (\w+)/.exec(text)?.[1] ?? '';
    const type = /^export const \w+: ([^=]+) =/.exec(text)?.[1];
    const declared = type === undefined ? text.slice('export '.length) : `const ${name}: ${type};`;
    return { ...common, name, text: declared };
  }
  // Exported classes are errors; users of the package need only their names.
  const name = /^export (?:abstract )?class (\w+)/.exec(text)?.[1];
  return name === undefined
    ? undefined
    : { ...common, name, text: text.slice('export '.length, text.indexOf('{')).trim() };
}

function commentOf(node: Node, source: SourceFile): Comment | undefined {
  const { jsDoc } = node as Node & { jsDoc?: readonly Node[] };
  const last = jsDoc?.at(-1);
  return last === undefined ? undefined : readComment(last.getText(source));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
