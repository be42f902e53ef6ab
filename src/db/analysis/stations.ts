import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { HorizonMask } from '../../core/horizonMask.js';
import { countRows } from '../connection/statements.js';

export interface NewGroundStation {
  accountId: number;
  name: string;
  description?: string | null;
  latitudeDeg: number;
  longitudeDeg: number;
  elevationMeters?: number;
  active?: boolean;
  /** Degrees above the horizon from which the station receives; null if the window's minimum elevation applies. */
  minElevationDeg?: number | null;
  /** Diameter of its dish in metres; null if it is not known. */
  dishDiameterM?: number | null;
  /** Lowest usable elevation by azimuth, on top of the minimum elevation; null if there is none. */
  horizonMask?: HorizonMask | null;
}

export interface GroundStation extends Required<NewGroundStation> {
  id: number;
  /** Number that grows with every change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  description: 'description',
  latitudeDeg: 'latitude',
  longitudeDeg: 'longitude',
  elevationMeters: 'elevation_meters',
  active: 'active',
  minElevationDeg: 'min_elevation_deg',
  dishDiameterM: 'dish_diameter_m',
  horizonMask: 'horizon_mask',
  revision: 'revision',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const RETURNED = Object.entries(COLUMNS).map(([name, column]) => `${column} as ${name}`);

function rowOf(station: NewGroundStation) {
  return {
    account_id: station.accountId,
    name: station.name,
    description: station.description ?? null,
    latitude: station.latitudeDeg,
    longitude: station.longitudeDeg,
    elevation_meters: station.elevationMeters ?? 0,
    active: station.active ?? true,
    min_elevation_deg: station.minElevationDeg ?? null,
    dish_diameter_m: station.dishDiameterM ?? null,
    // The driver takes a list for a Postgres array.
    horizon_mask: station.horizonMask ? JSON.stringify(station.horizonMask) : null,
  };
}

/** Inserts a station, active and at height 0 unless given. */
export async function insertStation(db: Knex, station: NewGroundStation): Promise<GroundStation> {
  const inserted: GroundStation[] = await db('ground_stations').insert(rowOf(station), RETURNED);
  return inserted[0] as GroundStation;
}

/** Lists the account's stations, oldest first. */
export async function listStations(db: Knex, accountId: number): Promise<GroundStation[]> {
  return db('ground_stations').where({ account_id: accountId }).orderBy('id').select<GroundStation[]>(COLUMNS);
}

/** Lists the distinct places of all accounts' stations, active or not. */
export async function listPlaces(db: Knex): Promise<{ latitudeDeg: number; longitudeDeg: number }[]> {
  return db('ground_stations').distinct({ latitudeDeg: 'latitude', longitudeDeg: 'longitude' });
}

/**
 * Inserts a station like `insertStation`; undefined if the account has `most` stations already. Calls for one account
 * take turns, so that calls at the same time cannot exceed `most` together.
 */
export async function addStation(
  db: Knex,
  station: NewGroundStation,
  most: number,
): Promise<GroundStation | undefined> {
  return db.transaction(async (trx) => {
    await trx('accounts').where({ id: station.accountId }).forNoKeyUpdate().select('id');
    if ((await countRows(trx, 'ground_stations', { account_id: station.accountId })) >= most) return undefined;
    return insertStation(trx, station);
  });
}

/**
 * Adds stations, all or none: undefined if the account would have more than `most`. A station with the name and place
 * of one that the account has, or of a given one before it, is not added again, even if other fields differ, so that a
 * repeated import changes nothing. Returns the stored station for each given one, in order, and how many were added.
 */
export async function addStations(
  db: Knex,
  accountId: number,
  given: readonly Omit<NewGroundStation, 'accountId'>[],
  most: number,
): Promise<{ stations: GroundStation[]; added: number } | undefined> {
  return db.transaction(async (trx) => {
    await trx('accounts').where({ id: accountId }).forNoKeyUpdate().select('id');
    const existing = await listStations(trx, accountId);
    const known = new Map(existing.toReversed().map((station) => [identityOf(station), station]));
    const missing = new Map<string, Omit<NewGroundStation, 'accountId'>>();
    for (const station of given) {
      const identity = identityOf(station);
      if (!known.has(identity) && !missing.has(identity)) missing.set(identity, station);
    }
    if (existing.length + missing.size > most) return undefined;
    const rows = [...missing.values()].map((station) => rowOf({ ...station, accountId }));
    const inserted: GroundStation[] = rows.length === 0 ? [] : await trx('ground_stations').insert(rows, RETURNED);
    for (const station of inserted) known.set(identityOf(station), station);
    const stations = given.flatMap((station) => known.get(identityOf(station)) ?? []);
    return { stations, added: inserted.length };
  });
}

/** Text that two stations of an account have in common if they count as the same station. */
export function identityOf({ name, latitudeDeg, longitudeDeg }: Omit<NewGroundStation, 'accountId'>): string {
  return JSON.stringify([name, latitudeDeg, longitudeDeg]);
}

/** Finds a station; undefined if the account has none of that id. */
export async function findStation(db: Knex, accountId: number, id: number): Promise<GroundStation | undefined> {
  return db('ground_stations').where({ id, account_id: accountId }).first<GroundStation | undefined>(COLUMNS);
}

/** Fields of a station that an account may change. */
export type StationChanges = Partial<Omit<NewGroundStation, 'accountId'>>;

/**
 * Changes the given fields of a station and raises its revision, unless no field differs. Returns the station as it is
 * afterwards; undefined if the account has none of that id.
 */
export async function updateStation(
  db: Knex,
  accountId: number,
  id: number,
  changes: StationChanges,
): Promise<GroundStation | undefined> {
  return db.transaction(async (trx) => {
    const key = { id, account_id: accountId };
    const station = await trx('ground_stations').where(key).forUpdate().first<GroundStation | undefined>(COLUMNS);
    if (station === undefined) return undefined;
    const row = rowOf({ ...station, ...changes });
    if (isDeepStrictEqual(row, rowOf(station))) return station;
    const changed = { ...row, revision: station.revision + 1, updated_at: trx.fn.now() };
    const updated: GroundStation[] = await trx('ground_stations').where(key).update(changed, RETURNED);
    return updated[0];
  });
}

/** Deletes a station and returns it; undefined if the account has none of that id. */
export async function deleteStation(db: Knex, accountId: number, id: number): Promise<GroundStation | undefined> {
  const deleted: GroundStation[] = await db('ground_stations').where({ id, account_id: accountId }).delete(RETURNED);
  return deleted[0];
}
