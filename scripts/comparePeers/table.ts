/** Rows of what is counted of each peer. */
export type Table<T> = Map<string, Map<string, T>>;

/** What is counted of a peer in a row, from the start anew. */
export function cellOf<T>(table: Table<T>, row: string, who: string, empty: () => T): T {
  const cells = table.get(row) ?? new Map<string, T>();
  const cell = cells.get(who) ?? empty();
  table.set(row, cells.set(who, cell));
  return cell;
}

/** Writes a table as Markdown, with a column for each peer. */
export function printTable<T>(
  title: string,
  names: readonly string[],
  table: Table<T>,
  show: (cell: T) => string,
): void {
  process.stdout.write(`\n| ${[title, ...names].join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}\n`);
  for (const [row, cells] of table) {
    const shown = names.map((who) => {
      const cell = cells.get(who);
      return cell === undefined ? '' : show(cell);
    });
    process.stdout.write(`| ${[row, ...shown].join(' | ')} |\n`);
  }
}
