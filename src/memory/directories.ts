import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { describeSatellite, type SatelliteDescription } from '../catalogue/describe.js';
import { namedSatellites } from '../db/analysis/frozenNames.js';

/** Satellite of a window as answers name it. */
interface ListedSatellite extends Pick<SatelliteDescription, 'orbitalClass'> {
  noradNumber: number;
  name: string;
  /** Name of who runs it; null where its own does not tell. */
  operator: string | null;
  /** Epoch of its element set, microseconds since 1970, UTC. */
  elsetEpochUs: number;
}

/** The satellites of a window by their catalogue numbers. */
export interface Directory {
  readonly size: number;
  get(norad: number): ListedSatellite | undefined;
  /** Catalogue numbers of the satellites that an operator runs. */
  runBy(operator: string): ReadonlySet<number>;
}

/** The directories of the windows asked about last. Only the host's thread reads and writes them. */
export interface Directories {
  /** Finds the directory of a window, and reads it from the database where need be. */
  of(windowId: number): Promise<Directory>;
}

/** Number of satellites that are read at a time: some milliseconds in the embedded database. */
const CHUNK_ROWS = 500;
/** Number of directories that are kept, of some 3 MB each with a whole catalogue. */
const KEPT = 2;

export function createDirectories(knex: Knex): Directories {
  /** That of the window asked about last comes last. */
  const kept = new Map<number, Promise<Directory>>();
  return {
    of(windowId) {
      const directory = kept.get(windowId) ?? read(knex, windowId);
      kept.delete(windowId);
      kept.set(windowId, directory);
      for (const other of [...kept.keys()].slice(0, -KEPT)) kept.delete(other);
      directory.catch(() => {
        if (kept.get(windowId) === directory) kept.delete(windowId);
      });
      return directory;
    },
  };
}

async function read(knex: Knex, windowId: number): Promise<Directory> {
  const listed = new Map<number, ListedSatellite>();
  for (let after = 0; ;) {
    const rows = await namedSatellites(knex, windowId, after, CHUNK_ROWS);
    for (const { noradNumber, name, elsetEpochUs, ...orbit } of rows) {
      const { operator, orbitalClass } = describeSatellite(name, orbit);
      const known = operator === 'Unknown' ? null : operator;
      listed.set(noradNumber, { noradNumber, name, operator: known, orbitalClass, elsetEpochUs });
      after = noradNumber;
    }
    if (rows.length < CHUNK_ROWS) return directoryOf(listed);
    await setImmediate();
  }
}

function directoryOf(listed: ReadonlyMap<number, ListedSatellite>): Directory {
  const ofOperators = new Map<string, ReadonlySet<number>>();
  return {
    size: listed.size,
    get: (norad) => listed.get(norad),
    runBy(operator) {
      const known = ofOperators.get(operator);
      if (known !== undefined) return known;
      const run = [...listed.values()].filter((satellite) => satellite.operator === operator);
      const numbers = new Set(run.map(({ noradNumber }) => noradNumber));
      ofOperators.set(operator, numbers);
      return numbers;
    },
  };
}
