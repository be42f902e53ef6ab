import { type ImportedDownlink, importedDownlink } from './frequencies/ranges.js';
import type { Transmitter } from './transmitter.js';

/** Downlinks of each satellite, by catalogue number; of transmitters with the same source and id the last counts. */
export function downlinksByNumber(transmitters: readonly Transmitter[]): Map<number, ImportedDownlink[]> {
  const byNumber = new Map<number, ImportedDownlink[]>();
  for (const row of distinctTransmitters(transmitters)) {
    const known = byNumber.get(row.noradNumber);
    if (known === undefined) byNumber.set(row.noradNumber, [importedDownlink(row)]);
    else known.push(importedDownlink(row));
  }
  return byNumber;
}

/** Leaves out transmitters whose source and id another has that comes later. */
export function distinctTransmitters(transmitters: readonly Transmitter[]): Transmitter[] {
  return [...new Map(transmitters.map((row) => [`${row.source} ${row.externalId}`, row])).values()];
}
