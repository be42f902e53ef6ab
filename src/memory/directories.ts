import type { Knex } from 'knex';
import { describeSatellite, type SatelliteDescription } from '../catalogue/describe.js';
import { inTurns } from '../core/inTurns.js';
import type { Pieces } from '../core/pieces.js';
import { loadSatellites } from '../db/analysis/frozenSatellites.js';
import { listNames } from '../db/catalogue/satellites.js';
import { RecentMap } from '../db/recentMap.js';

/** Satellite of a window as answers name it. */
interface ListedSatellite extends Pick<SatelliteDescription, 'orbitalClass'> {
  noradNumber: number;
  name: string;
  /** Name of the operator; null where the satellite's name does not tell it. */
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

/** Satellites described between two pauses, in which other work of the thread gets its turn: a millisecond at most. */
const PIECE_SATELLITES = 250;
/** Number of directories that are kept, of some 3 MB each with a whole catalogue. */
const KEPT = 2;

export function createDirectories(knex: Knex): Directories {
  const kept = new RecentMap<number, Promise<Directory>>(KEPT);
  return {
    of(windowId) {
      const known = kept.get(windowId);
      if (known !== undefined) return known;
      const directory = read(knex, windowId);
      kept.set(windowId, directory);
      directory.catch(() => kept.delete(windowId));
      return directory;
    },
  };
}

async function read(knex: Knex, windowId: number): Promise<Directory> {
  const satellites = (await loadSatellites(knex, windowId)) ?? [];
  const names = new Map((await listNames(knex)).map(({ noradNumber, name }) => [noradNumber, name]));
  const listed = new Map<number, ListedSatellite>();
  function* listing(): Pieces<void> {
    for (const { noradNumber, elements } of satellites) {
      const name = names.get(noradNumber) ?? '';
      const { operator, orbitalClass } = describeSatellite(name, elements);
      const known = operator === 'Unknown' ? null : operator;
      listed.set(noradNumber, { noradNumber, name, operator: known, orbitalClass, elsetEpochUs: elements.epochUs });
      if (listed.size % PIECE_SATELLITES === 0) yield;
    }
  }
  await inTurns(listing());
  return directoryOf(listed);
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
