import { createHash } from 'node:crypto';
import { parseTransmittersApart } from '../../catalogue/sources/parseApart.js';
import type { Transmitter } from '../../catalogue/transmitters/transmitter.js';
import { upsertTransmitters } from '../../db/catalogue/transmitters.js';
import { type Imported, type SourceReader, storeImport } from './importSource.js';

export interface TransmitterImport extends Imported {
  /** Numbers of records that describe no working downlink, by reason. */
  skipped: Readonly<Record<string, number>>;
}

/** Parses transmitters; returns the function that adds or updates them. */
export const readDownlinks: SourceReader<TransmitterImport> = async (bytes, source) => {
  const { transmitters, skipped, ...parsed } = await parseTransmittersApart(bytes, source);
  return async (trx) => {
    const upsert = () => upsertTransmitters(trx, transmitters.map(withShortId));
    return { ...(await storeImport(trx, 'transmitters', { ...parsed, source }, upsert)), skipped };
  };
};

/** Shortens the identifier of a transmitter from a CSV file, a text as long as its description, to a digest. */
function withShortId(transmitter: Transmitter): Transmitter {
  if (transmitter.source !== 'csv') return transmitter;
  const digest = createHash('sha256').update(transmitter.externalId).digest('hex');
  return { ...transmitter, externalId: digest.slice(0, 32) };
}
