import type { OwnedCore } from '../core/instance.js';
import { writeRingTable, type RingTable } from '../core/records/ringTable.js';
import { noRoom } from './parts.js';

/**
 * The ring tables in use, one for each nside. The main thread writes each table once and never changes it; all
 * threads read them.
 */
export type RingTables = ReturnType<typeof createRingTables>;

export function createRingTables(core: OwnedCore) {
  const tables = new Map<number, RingTable>();
  return {
    /** Finds the table of an nside, or makes it. @throws the errors of allocateParts */
    of(nside: number): RingTable {
      const table = tables.get(nside) ?? writeRingTable(core, nside);
      if (table === undefined) throw noRoom(core, core.kernels.ringTableBytes(nside), `a map of WINDOW_NSIDE=${nside}`);
      tables.set(nside, table);
      return table;
    },
  };
}
