import type { Knex } from 'knex';
import type { Rejection } from '../catalogue/rejection.js';
import { readTransmitters } from '../catalogue/transmitterFiles.js';
import { recordImport } from '../db/imports.js';
import { upsertTransmitters } from '../db/transmitters.js';

export interface TransmitterImport {
  format: string;
  rowsRead: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Records that say nothing of a working downlink, by reason. */
  skipped: Readonly<Record<string, number>>;
  rejections: readonly Rejection[];
}

/** Reads a file or address and adds or updates its transmitters, all in one transaction. */
export async function importTransmitters(knex: Knex, fileOrUrl: string): Promise<TransmitterImport> {
  const { format, transmitters, rejections, skipped, rowsRead } = await readTransmitters(fileOrUrl);
  return knex.transaction(async (trx) => {
    const stored = await upsertTransmitters(trx, transmitters);
    await recordImport(trx, {
      kind: 'transmitters',
      source: fileOrUrl,
      format,
      rowsRead,
      ...stored,
      rejected: rejections.length,
    });
    return { format, rowsRead, skipped, rejections, ...stored };
  });
}
