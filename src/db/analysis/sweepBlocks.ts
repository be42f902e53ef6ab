import type { Knex } from 'knex';
import { BULK_STATEMENT } from '../connection/statements.js';
import type { Sweep } from './sweeps.js';

// A finished block of epochs is stored in numbered parts. Part 0 has the first `partRows` rows of counts; then comes
// one part for each range of cells, and one for each further range of rows (see NewSweep).

/**
 * Reads in one query a sweep's status, undefined if the sweep is gone, and the first epochs of its finished blocks,
 * ascending.
 */
export async function sweepProgress(
  db: Knex,
  sweepId: number,
): Promise<{ status: Sweep['status'] | undefined; finished: number[] }> {
  const rows = await db('sweeps as s')
    .leftJoin('sweep_blocks as b', (join) => join.on('b.sweep_id', 's.id').andOnVal('b.part', 0))
    .where({ 's.id': sweepId })
    .orderBy('b.from_epoch')
    .select<{ status: Sweep['status']; from: number | null }[]>({ status: 's.status', from: 'b.from_epoch' });
  return { status: rows[0]?.status, finished: rows.flatMap(({ from }) => from ?? []) };
}

/**
 * Stores all parts of a block at once. Changes nothing if another process has stored the block or published the sweep.
 */
export async function insertBlock(
  db: Knex,
  sweepId: number,
  fromEpoch: number,
  parts: readonly Uint8Array[],
): Promise<void> {
  await db.transaction(async (trx) => {
    for (const [part, data] of parts.entries()) {
      await trx
        .raw(
          `insert into sweep_blocks (sweep_id, part, from_epoch, data)
           select id, :part, :fromEpoch, :data from sweeps where id = :sweepId and status <> 'completed'
           on conflict (sweep_id, part, from_epoch) do nothing`,
          { sweepId, part, fromEpoch, data: Buffer.from(data) },
        )
        .options(BULK_STATEMENT);
    }
  });
}

/** Loads one part of every block, in the order of the epochs. */
export async function loadPart(db: Knex, sweepId: number, part: number): Promise<Buffer[]> {
  return db('sweep_blocks')
    .where({ sweep_id: sweepId, part })
    .orderBy('from_epoch')
    .options(BULK_STATEMENT)
    .pluck<Buffer[]>('data');
}

/** Deletes the blocks of all published sweeps; a process that is killed just after publishing leaves some behind. */
export async function deletePublishedBlocks(db: Knex): Promise<void> {
  await db('sweep_blocks')
    .whereIn('sweep_id', db('sweeps').where({ status: 'completed' }).select('id'))
    .options(BULK_STATEMENT)
    .delete();
}
