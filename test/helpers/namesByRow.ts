import { constellationOf, CONSTELLATIONS } from '../../src/catalogue/constellations.js';
import { describeSatellite } from '../../src/catalogue/describe.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';

/** Most names that a line lists in full; of more names it lists kinds. */
const MOST_NAMES = 38;
/** Most kinds that a line lists; of more kinds it lists only the beginnings that several names share. */
const MOST_KINDS = 60;

/**
 * Writes a readable line for each row of the built-in table, with the satellites that the row takes, and one for each
 * class of orbit, with those that no row takes. A kind is a name without its alias, with # for each number.
 */
export function namesByRow(elsets: readonly Elset[]): string {
  const rows = new Map<string, string[]>(CONSTELLATIONS.map(({ key }) => [key, []]));
  for (const elset of elsets) {
    add(
      rows,
      constellationOf(elset.name)?.key ?? `none, ${describeSatellite(elset.name, elset).orbitalClass}`,
      elset.name,
    );
  }
  return [...rows].map(([key, names]) => `${`${key} (${names.length}): ${folded(names)}`.trimEnd()}\n`).join('');
}

function folded(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.toSorted().join(', ');
  const kinds = groupedBy(kindOf, names);
  const groups =
    kinds.length <= MOST_KINDS ? kinds : groupedBy(beginningOf, names).filter(([, { length }]) => length > 1);
  return groups
    .map(([kind, { length }]) => (length === 1 ? kind : `${kind} × ${length}`))
    .sort()
    .join(', ');
}

const kindOf = (name: string): string => name.replace(/ \(.*/, '').replaceAll(/\d+/g, '#');
const beginningOf = (name: string): string => `${/^[A-Z']*/.exec(name)?.[0] ?? ''}…`;

function groupedBy(kind: (name: string) => string, names: readonly string[]): [kind: string, names: string[]][] {
  const groups = new Map<string, string[]>();
  for (const name of names) add(groups, kind(name), name);
  return [...groups];
}

function add(groups: Map<string, string[]>, key: string, name: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [name]);
  else group.push(name);
}
