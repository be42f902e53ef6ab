import type { Knex } from 'knex';
import { insertRow } from './insert.js';

export interface NewGroundStation {
  accountId: number;
  name: string;
  description?: string | null;
  latitudeDeg: number;
  longitudeDeg: number;
  elevationMeters?: number;
  active?: boolean;
}

export interface GroundStation extends Required<NewGroundStation> {
  id: number;
  /** Grows with every change. */
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
  revision: 'revision',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Height 0 and active unless given. */
export async function insertStation(db: Knex, station: NewGroundStation): Promise<GroundStation> {
  const id = await insertRow(db, 'ground_stations', {
    account_id: station.accountId,
    name: station.name,
    description: station.description ?? null,
    latitude: station.latitudeDeg,
    longitude: station.longitudeDeg,
    elevation_meters: station.elevationMeters ?? 0,
    active: station.active ?? true,
  });
  const inserted = await db('ground_stations').where({ id }).first<GroundStation | undefined>(COLUMNS);
  if (inserted === undefined) throw new Error(`ground station ${id} went away while it was inserted`);
  return inserted;
}

/** The account's stations, oldest first. */
export async function listStations(db: Knex, accountId: number): Promise<GroundStation[]> {
  return db('ground_stations').where({ account_id: accountId }).orderBy('id').select<GroundStation[]>(COLUMNS);
}

/** The distinct places of all accounts' stations, active or not. */
export async function listPlaces(db: Knex): Promise<{ latitudeDeg: number; longitudeDeg: number }[]> {
  return db('ground_stations').distinct({ latitudeDeg: 'latitude', longitudeDeg: 'longitude' });
}
