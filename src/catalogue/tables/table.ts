import { readCsv } from '../text/csv.js';
import { decimal, shown } from '../text/fields.js';
import { tableText } from './tableText.js';

/** Kind of column of a built-in table: how its fields are read. */
export interface Column<Value> {
  /** Allowed fields as messages give them, after "allowed: ". */
  readonly allowed: string;
  /** Value of a field; undefined if the field is not allowed. */
  readonly read: (field: string) => Value | undefined;
}

export const text: Column<string> = { allowed: 'any text', read: (field) => field || undefined };

/** Column of texts that match a pattern. */
export function matching<Text extends string = string>(pattern: RegExp, allowed: string): Column<Text> {
  return { allowed, read: (field) => (pattern.test(field) ? (field as Text) : undefined) };
}

/** Column of numbers from `low` to `high`. */
export function number(low: number, high: number): Column<number> {
  return {
    allowed: `${low} to ${high}`,
    read: (field) => {
      const value = decimal(field);
      return value >= low && value <= high ? value : undefined;
    },
  };
}

/** Column of whole numbers from `low` to `high`. */
export function whole(low: number, high: number): Column<number> {
  const { allowed, read } = number(low, high);
  return {
    allowed: `whole numbers, ${allowed}`,
    read: (field) => (/^\d+$/.test(field) ? read(field) : undefined),
  };
}

/** Column of lists, whose entries a semicolon and a blank separate. */
export function list<Value>({ allowed, read }: Column<Value>): Column<Value[]> {
  return {
    allowed: `${allowed}; several separated by "; "`,
    read: (field) => {
      const values = field.split('; ').map(read);
      return values.includes(undefined) ? undefined : (values as Value[]);
    },
  };
}

/** Column whose fields may be empty, which gives null. */
export function optional<Value>({ allowed, read }: Column<Value>): Column<Value | null> {
  return { allowed: `nothing, or ${allowed}`, read: (field) => (field === '' ? null : read(field)) };
}

/**
 * Reads a built-in table, a CSV file in this folder. It ignores columns that are not in `columns`, such as `remark`.
 *
 * @throws Error for a malformed row, or a field that is not allowed; UserError for a malformed header, or one that
 *   lacks or repeats a column
 */
export function readTable<Row>(
  file: string,
  columns: { readonly [Name in keyof Row]: Column<Row[Name]> },
  content = tableText(file),
): Row[] {
  const kinds = Object.entries<Column<unknown>>(columns);
  const mandatory = kinds.map(([name]) => name);
  return readCsv(content, file, { normalize: (name) => name, mandatory }).map(({ line, field, fault }) => {
    if (fault !== undefined) throw new Error(`${file}, line ${line}: ${fault}`);
    const values = kinds.map(([name, { allowed, read }]) => {
      const value = read(String(field(name)));
      if (value !== undefined) return [name, value];
      throw new Error(`${file}, line ${line}: ${name} is ${shown(field(name))}; allowed: ${allowed}`);
    });
    return Object.fromEntries(values) as Row;
  });
}
