import { createHash } from 'node:crypto';
import { parseTransmittersApart } from '../../catalogue/sources/parseApart.js';
import type { Transmitter } from '../../catalogue/transmitters/transmitter.js';
import { upsertTransmitters } from '../../db/catalogue/transmitters.js';
import { type Imported, type SourceReader, storeImport } from './importSource.js';

export interface TransmitterImport extends Imported {
  /** Numbers of records that describe no working downlink, by reason. */
  skipped: Readonly<Record<string, number>>;
}

/** Parses transmitters; its function adds or updates them. */
export const readDownlinks: SourceReader<TransmitterImport> = async (bytes, source) => {
  const { transmitters, skipped, ...parsed } = await parseTransmittersApart(bytes, source);
  return async (trx) => {
    const upsert = () => upsertTransmitters(trx, transmitters.map(withShortId));
    return { ...(await storeImport(trx, 'transmitters', { ...parsed, source }, upsert)), skipped };
  };
};

/**
 * A CSV file gives its transmitters no identifier: theirs are texts as long as their descriptions, stored as digests.
 */
function withShortId(transmitter: Transmitter): Transmitter {
  if (transmitter.source !== 'csv') return transmitter;
  const digest = createHash('sha256').update(transmitter.externalId).digest('hex');
  return { ...transmitter, externalId: digest.slice(0, 32) };
}
