import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DAY_MS } from '../../spec.js';
import { loadSatellites } from '../analysis/frozenSatellites.js';
import { BULK_STATEMENT, chunks, numericArray } from '../connection/statements.js';
import { historyRange } from './elsetHistory.js';
import { lockCatalogue } from './imports.js';

/** Number of the latest days of which all elsets stay. */
const WHOLE_DAYS = 7;
/** Length of a stretch, in microseconds: of older days, each satellite keeps one elset per stretch. */
const STRETCH_US = 6 * 3_600e6;

/** Number of satellites that one statement thins: some thousand rows, some milliseconds in the embedded database. */
const CHUNK_SATELLITES = 20;
/** Milliseconds between two statements, in which readers and imports have the database. */
const PAUSE_MS = 20;

/**
 * Most milliseconds by which the clock may be ahead of the newest epoch. A later time is cut to this, so that a wrong
 * clock never thins the newest elsets.
 */
const MOST_AHEAD_MS = 3 * DAY_MS;

export interface ThinOptions {
  nowMs: number;
  /** Days for which elsets are kept at all. */
  keepDays: number;
  /** Ends the work between two statements, with an AbortError. */
  signal?: AbortSignal;
}

/**
 * Deletes elsets of the past, by epoch, and returns how many. All of the last 7 days stay. Of older ones a satellite
 * keeps one for each 6 hours (from 00:00 UTC on), the first that was imported; beyond `keepDays` none. Bundled elsets,
 * which can be made again, go after 7 days. In any case an elset stays that is the newest of its satellite, or that a
 * window has frozen or would choose if it were opened again. Elsets of supplemental sources are thinned apart from
 * others.
 *
 * Two processes may do this at once: each transaction locks the catalogue, and finds only what is left.
 */
export async function thinElsets(knex: Knex, { nowMs: clockMs, keepDays, signal }: ThinOptions): Promise<number> {
  const { newestEpochUs = 0 } = (await historyRange(knex)) ?? {};
  const nowMs = Math.min(clockMs, newestEpochUs / 1000 + MOST_AHEAD_MS);
  const beforeUs = (days: number): number => Math.floor(((nowMs - days * DAY_MS) * 1000) / STRETCH_US) * STRETCH_US;
  const recentUs = beforeUs(WHOLE_DAYS);
  const held = new HeldElsets(recentUs);
  await held.update(knex);
  const numbers = await knex('satellites').orderBy('norad_number').pluck<number[]>('norad_number');
  let deleted = 0;
  for (const chunk of chunks(numbers, CHUNK_SATELLITES)) {
    await setTimeout(PAUSE_MS, undefined, { signal });
    deleted += await knex.transaction(async (trx) => {
      await lockCatalogue(trx);
      await held.update(trx);
      const frozen = held.frozenOf(chunk);
      const { rowCount }: { rowCount: number } = await trx
        .raw(THIN, {
          first: chunk[0] as number,
          last: chunk.at(-1) as number,
          recentUs,
          oldestUs: beforeUs(keepDays),
          starts: numericArray([...held.startsUs], Number),
          frozenNumbers: numericArray(frozen, ({ noradNumber }) => noradNumber),
          frozenEpochs: numericArray(frozen, ({ epochUs }) => epochUs),
        })
        .options(BULK_STATEMENT);
      return rowCount;
    });
  }
  if (deleted > 0 && (await isVacuumDue(knex))) await knex.raw('vacuum elsets').options(BULK_STATEMENT);
  return deleted;
}

/** Bytes of an elset in the table, without indexes (measured). */
const ROW_BYTES = 160;
/** Size of the table at which it is vacuumed, as a multiple of the size of its rows. */
const ROOMY = 1.25;

/**
 * Whether the table has grown since it was last vacuumed, and is more than a quarter larger than its rows were then.
 * Servers vacuum by themselves, as a rule before this is so; the embedded database never does, and would not use the
 * room again.
 */
async function isVacuumDue(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { due: boolean }[] }>(
    `select size > relpages * 8192 and size > ${ROOMY * ROW_BYTES} * reltuples as due
     from pg_class, cast(pg_relation_size('elsets') as float8) as size where oid = cast('elsets' as regclass)`,
  );
  return rows[0]?.due ?? false;
}

// For each kind of source a window chooses between the satellite's last epoch before its start and the first from then
// on. An elset is neither if the satellite has an epoch between it and the start.
const THIN = `
  with old as (
    select id, norad_number, epoch_us, bundled, source = 'sup-gp' as fitted, row_number() over (
        partition by norad_number, bundled, source = 'sup-gp', epoch_us / ${STRETCH_US}
        order by imported_at, epoch_us, element_set_no desc, id desc
      ) as place
    from elsets where norad_number between :first and :last and epoch_us < :recentUs
  )
  delete from elsets using old
  where elsets.id = old.id
    and (old.bundled or old.place > 1 or old.epoch_us < :oldestUs)
    and not exists (
      select 1 from unnest(cast(:starts as bigint[])) as start where not exists (
        select 1 from elsets nearer
        where nearer.norad_number = old.norad_number and nearer.bundled = old.bundled
          and (nearer.source = 'sup-gp') = old.fitted
          and nearer.epoch_us > least(old.epoch_us, start - 1) and nearer.epoch_us < greatest(old.epoch_us, start)
      )
    )
    and (old.norad_number, old.epoch_us) not in (
      select * from unnest(cast(:frozenNumbers as bigint[]), cast(:frozenEpochs as bigint[]))
    )`;

/** Pretended start of a window after all epochs: the last elset before it is the newest. */
const AFTER_ALL_US = Number.MAX_SAFE_INTEGER;

/** Elsets, older than an epoch, on which windows depend. */
class HeldElsets {
  /** Starts of the added windows, microseconds since 1970, and AFTER_ALL_US: a start after all epochs. */
  readonly startsUs = new Set([AFTER_ALL_US]);
  readonly #recentUs: number;
  readonly #windows = new Set<number>();
  /** Epochs of the frozen elsets, by catalogue number. */
  readonly #epochsUs = new Map<number, Set<number>>();

  constructor(recentUs: number) {
    this.#recentUs = recentUs;
  }

  /** Adds the elsets of windows that have not been read yet. */
  async update(db: Knex): Promise<void> {
    for (const { id, startUs } of await db('windows').select<{ id: number; startUs: number }[]>('id', {
      startUs: 'start_us',
    })) {
      if (this.#windows.has(id)) continue;
      for (const { noradNumber, elements } of (await loadSatellites(db, id)) ?? []) {
        if (elements.epochUs >= this.#recentUs) continue;
        const epochs = this.#epochsUs.get(noradNumber);
        if (epochs === undefined) this.#epochsUs.set(noradNumber, new Set([elements.epochUs]));
        else epochs.add(elements.epochUs);
      }
      this.#windows.add(id);
      this.startsUs.add(startUs);
    }
  }

  /** Lists the frozen elsets of some satellites. */
  frozenOf(noradNumbers: readonly number[]): { noradNumber: number; epochUs: number }[] {
    return noradNumbers.flatMap((noradNumber) =>
      [...(this.#epochsUs.get(noradNumber) ?? [])].map((epochUs) => ({ noradNumber, epochUs })),
    );
  }
}
