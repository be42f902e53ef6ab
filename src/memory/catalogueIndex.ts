import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type Found, findByName, inOrder, type NameEntry, nameEntries } from '../catalogue/nameSearch.js';
import { catalogueRevision } from '../db/catalogue/imports.js';
import { type CataloguedSatellite, listInForce } from '../db/catalogue/satellites.js';

/** The catalogue in memory, to be searched by name and number. Only the host's thread reads and writes it. */
export interface CatalogueIndex {
  /** Finds up to `limit` satellites of the catalogue as the last import left it, whichever process ran that import. */
  search(text: string, limit: number): Promise<Found<CataloguedSatellite>>;
}

/** Number of satellites that are loaded at a time: some milliseconds in the embedded database. */
const CHUNK_ROWS = 500;

interface Loaded {
  revision: number;
  entries: NameEntry<CataloguedSatellite>[];
}

/** Makes an index that is loaded at the first search, and again at the first search after each import. */
export function createCatalogueIndex(knex: Knex): CatalogueIndex {
  let loaded: Loaded | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const revision = await catalogueRevision(knex);
    let entries: Loaded['entries'] = [];
    for (let after = 0; ;) {
      const rows = await listInForce(knex, after, CHUNK_ROWS);
      const last = rows.at(-1);
      if (last === undefined) break;
      entries = inOrder([...entries, ...nameEntries(rows)]);
      after = last.noradNumber;
      await setImmediate();
    }
    loaded = { revision, entries };
  }

  async function entriesOf(revision: number): Promise<Loaded['entries']> {
    while (loaded === undefined || loaded.revision < revision) {
      loading ??= load().finally(() => (loading = undefined));
      await loading;
    }
    return loaded.entries;
  }

  return {
    search: async (text, limit) => findByName(await entriesOf(await catalogueRevision(knex)), text, limit),
  };
}
