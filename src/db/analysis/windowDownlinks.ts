import type { Knex } from 'knex';

/** Satellites of a window that are frozen with the same frequencies. */
export interface FrozenDownlinks {
  noradNumbers: number[];
  /** Frequencies as `encodeRanges` writes them; null where none are frozen. */
  ranges: string | null;
}

/**
 * Loads what a window is frozen with, the satellites with the same frequencies together. The rows come as a single value:
 * the driver would take longer over them.
 */
export async function loadWindowDownlinks(db: Knex, windowId: number): Promise<FrozenDownlinks[]> {
  const { rows } = await db.raw<{ rows: { data: string | null }[] }>(DOWNLINKS, [windowId]);
  return JSON.parse(rows[0]?.data ?? '[]') as FrozenDownlinks[];
}

const DOWNLINKS = `
  with alike as (
    select cast(downlinks as text) as ranges, json_agg(norad_number) as numbers
    from window_satellites where window_id = ? group by downlinks
  )
  select cast(json_agg(json_build_object('noradNumbers', numbers, 'ranges', ranges)) as text) as data from alike`;

/** Names of satellites of a window that are frozen without frequencies, by catalogue number. */
export async function namesWithoutDownlinks(db: Knex, windowId: number): Promise<Map<number, string>> {
  const rows = await db('window_satellites as w')
    .join('satellites as s', 's.norad_number', 'w.norad_number')
    .where({ window_id: windowId, downlinks: null })
    .select<{ norad: number; name: string }[]>({ norad: 'w.norad_number', name: 's.name' });
  return new Map(rows.map(({ norad, name }) => [norad, name]));
}
