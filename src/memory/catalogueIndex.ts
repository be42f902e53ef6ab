import type { Knex } from 'knex';
import { type Found, findByName, type NameEntry, nameEntries } from '../catalogue/nameSearch.js';
import { inTurns } from '../core/pieces.js';
import { catalogueRevision } from '../db/catalogue/imports.js';
import { readNames } from '../db/catalogue/satellites.js';
import { withoutPatience } from '../db/connection/patience.js';

/** The catalogue's names in memory, to be searched. Only the main thread reads and writes it. */
export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>;

/** Makes an index that is loaded at the first search, and again at the first one after each change by an import. */
export function createCatalogueIndex(knex: Knex) {
  let loaded: { revision: number; entries: NameEntry[] } | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    loaded = await withoutPatience(async () => {
      const revision = await catalogueRevision(knex);
      const names = await readNames(knex, { inForce: true });
      return { revision, entries: await inTurns(nameEntries(names)) };
    });
  }

  async function entriesOf(revision: number): Promise<NameEntry[]> {
    while (loaded === undefined || loaded.revision < revision) {
      loading ??= load().finally(() => (loading = undefined));
      await loading;
    }
    return loaded.entries;
  }

  return {
    /** Finds up to `limit` satellites of the catalogue as the last import left it, whichever process ran it. */
    search: async (text: string, limit: number): Promise<Found> =>
      inTurns(findByName(await entriesOf(await catalogueRevision(knex)), text, limit)),
  };
}
