import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { parseTransmittersApart } from '../../catalogue/sources/parseApart.js';
import { assignCarriers } from '../../catalogue/transmitters/orbitalSlots.js';
import type { SlotCarrier } from '../../catalogue/transmitters/televisionList.js';
import type { Transmitter } from '../../catalogue/transmitters/transmitter.js';
import { elsetsAround } from '../../db/catalogue/elsets.js';
import { deleteOtherCarriers, upsertTransmitters } from '../../db/catalogue/transmitters.js';
import { UserError } from '../../errors.js';
import { type Imported, type SourceReader, storeImport } from './importSource.js';

export interface TransmitterImport extends Imported {
  /** Numbers of records that were left out, but not rejected, by reason, such as `not alive` or `repeated`. */
  skipped: Readonly<Record<string, number>>;
  /** How many satellites a television list has carriers of: by name, and by their orbital slot alone. */
  satellites?: { named: number; bySlot: number };
}

/** Parses transmitters; returns the function that adds or updates them. */
export const readDownlinks: SourceReader<TransmitterImport> = async (bytes, source) => {
  const { transmitters, carriers, ...parsed } = await parseTransmittersApart(bytes, source);
  const { skipped, warnings } = parsed;
  return (trx) =>
    storeImport(trx, 'transmitters', { ...parsed, source }, async () => {
      if (parsed.format !== 'television') {
        return { ...(await upsertTransmitters(trx, transmitters.map(withShortId))), skipped, warnings };
      }
      const { unmatched, ...stored } = await storeCarriers(trx, source, carriers);
      return { ...stored, skipped, warnings: [...warnings, ...unmatched] };
    });
};

/**
 * Gives carriers to the satellites that stand at their orbital slots today, and deletes all other carriers of these
 * slots. @throws UserError if the catalogue is empty or the bundled one
 */
async function storeCarriers(trx: Knex.Transaction, source: string, carriers: readonly SlotCarrier[]) {
  const elsets = await elsetsAround(trx, Date.now() * 1000);
  if (elsets.length === 0 || elsets.some(({ bundled }) => bundled)) {
    throw new UserError(
      `${source}: a television list tells carriers by orbital slot, so the catalogue must tell first which satellites ` +
        'stand there: import one with `sidelobe catalogue import FILE|URL`, then this list again',
    );
  }
  const { transmitters, unmatched } = assignCarriers(carriers, elsets);
  const { changed, ...stored } = await upsertTransmitters(trx, transmitters);
  const positions = new Set(carriers.map(({ externalId }) => externalId.replace(/ .*/, '')));
  const removed = await deleteOtherCarriers(trx, transmitters, [...positions]);
  const numbersOf = (from: Transmitter['source']): number =>
    new Set(transmitters.filter((one) => one.source === from).map(({ noradNumber }) => noradNumber)).size;
  const satellites = { named: numbersOf('television'), bySlot: numbersOf('slot') };
  return { ...stored, changed: changed + removed, satellites, unmatched };
}

/** Shortens the identifier of a transmitter from a CSV file, a text as long as its description, to a digest. */
function withShortId(transmitter: Transmitter): Transmitter {
  if (transmitter.source !== 'csv') return transmitter;
  const digest = createHash('sha256').update(transmitter.externalId).digest('hex');
  return { ...transmitter, externalId: digest.slice(0, 32) };
}
