import type { Knex } from 'knex';
import { parseAddress } from '../../catalogue/sources/address.js';
import { findFetch, noteFailure } from '../../db/catalogue/fetches.js';
import type { NewImport } from '../../db/catalogue/imports.js';
import { UserError } from '../../errors.js';
import { type FetchedSource, type FetchRules, fetchSource, nextAttempt, publisherHours } from './fetchSource.js';
import { readElsets } from './importCatalogue.js';
import type { Imported, SourceReader } from './importSource.js';
import { readDownlinks } from './importTransmitters.js';

/** Addresses to import from, and hours between two requests to each. */
export interface RefreshSettings {
  catalogueUrls: readonly string[];
  transmittersUrls: readonly string[];
  refreshHours: number;
}

export interface RefreshParts extends Pick<FetchRules, 'now' | 'options'> {
  knex: Knex;
  settings: RefreshSettings;
}

/** Outcome for an address that was due. */
export type Refreshed = { source: string } & (
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; reason: string; nextAt: Date }
  | ({ outcome: 'imported'; warnings?: number; notice?: string } & Omit<NewImport, 'kind'>)
);

/**
 * Imports from the addresses that are due. All new data is stored in one transaction, so that only one window is opened
 * for it. An address that fails does not affect the others.
 */
export async function refreshSources(parts: RefreshParts): Promise<Refreshed[]> {
  const { knex, options, now } = parts;
  const results: Refreshed[] = [];
  const read: (Extract<FetchedSource<Imported>, { outcome: 'read' }> & { hours: number })[] = [];
  for (const { address, reader } of addressesOf(parts.settings)) {
    options?.signal?.throwIfAborted();
    const hours = Math.max(parts.settings.refreshHours, publisherHours(address));
    try {
      const fetched = await fetchSource(knex, address, reader, { hours, now, ...(options && { options }) });
      if (fetched.outcome === 'unchanged') results.push(fetched);
      if (fetched.outcome === 'read') read.push({ ...fetched, hours });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      results.push(await failed(knex, parseAddress(address).name, hours, error.message));
    }
  }
  if (read.length === 0) return results;
  const imported = await knex.transaction(async (trx) => {
    const stored: Refreshed[] = [];
    for (const { store, source, hours } of read) {
      try {
        stored.push(told(await store(trx)));
      } catch (error) {
        // A UserError is thrown before `store` writes anything, so the transaction can go on.
        if (!(error instanceof UserError)) throw error;
        await noteFailure(trx, source, { status: null, error: error.message });
        stored.push(await failed(trx, source, hours, error.message));
      }
    }
    return stored;
  });
  return [...results, ...imported];
}

/**
 * Returns the oldest of the addresses' last successes: times at which an address sent data, or confirmed that nothing
 * has changed. Undefined if an address never succeeded, or without addresses.
 */
export async function oldestSuccess(knex: Knex, settings: RefreshSettings): Promise<Date | undefined> {
  const times: number[] = [];
  for (const { address } of addressesOf(settings)) {
    const fetchedAt = (await findFetch(knex, parseAddress(address).name))?.fetchedAt;
    if (fetchedAt == null) return undefined;
    times.push(fetchedAt.getTime());
  }
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

function addressesOf(settings: RefreshSettings): { address: string; reader: SourceReader<Imported> }[] {
  return [
    ...settings.catalogueUrls.map((address) => ({ address, reader: readElsets })),
    ...settings.transmittersUrls.map((address) => ({ address, reader: readDownlinks })),
  ];
}

async function failed(knex: Knex, source: string, hours: number, reason: string): Promise<Refreshed> {
  const record = await findFetch(knex, source);
  if (record === undefined) throw new Error(`${source}: the attempt that failed is gone`);
  return { source, outcome: 'failed', reason, nextAt: nextAttempt(record, hours) };
}

function told(imported: Imported): Refreshed {
  const { rejections, warnings, notice, source, format, rowsRead, added, changed, unchanged } = imported;
  const counts = { rowsRead, added, changed, unchanged, rejected: rejections.length };
  const doubts = { ...(warnings && { warnings: warnings.length }), ...(notice !== undefined && { notice }) };
  return { source, outcome: 'imported', format, ...counts, ...doubts };
}
