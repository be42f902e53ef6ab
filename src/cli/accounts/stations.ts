import type { Command } from 'commander';
import { readSource } from '../../catalogue/sources/source.js';
import { parseStations } from '../../catalogue/stationFiles.js';
import { addStations, listStations } from '../../db/analysis/stations.js';
import { UserError } from '../../errors.js';
import { STATIONS_PER_ACCOUNT } from '../../spec.js';
import { complain, count, onDatabase, print, printTable, userOf } from '../context.js';

interface ImportOptions {
  email: string;
  skipInvalid?: boolean;
}

export function stationCommands(program: Command): void {
  const stations = program.command('stations').description('ground stations of an account');
  stations
    .command('import')
    .description(
      'add the stations of a file: CSV name,latitude,longitude[,elevation_meters][,description][,active]' +
        '[,min_elevation_deg][,dish_diameter_m][,horizon_mask], or GeoJSON points; ' +
        'those that the account has, by name and position, stay as they are',
    )
    .argument('<file>', 'file, or http or https address')
    .requiredOption('--email <address>', 'user of the account')
    .option('--skip-invalid', 'import the others where records are rejected, instead of none')
    .action(importStations);
  stations
    .command('list')
    .description('the stations of an account, with their ids')
    .requiredOption('--email <address>', 'user of the account')
    .action(list);
}

async function importStations(file: string, { email, skipInvalid = false }: ImportOptions): Promise<void> {
  const { bytes, source } = await readSource(file);
  const { format, stations, rejections, rowsRead } = parseStations(bytes, source);
  for (const { line, record, reason } of rejections) complain(`${source}:${line}: ${record}: rejected: ${reason}`);
  const lines = new Map<string, number>();
  for (const { line, name } of stations) {
    const first = lines.get(name);
    if (first === undefined) lines.set(name, line);
    else complain(`${source}:${line}: ${name}: warning: line ${first} has a station of this name too`);
  }
  if (rejections.length > 0 && !skipInvalid) {
    throw new UserError(
      `${source}: nothing is imported: ${count(rejections.length, 'record')} of ${rowsRead} rejected; ` +
        'mend the file, or leave those out with --skip-invalid',
    );
  }
  const result = await onDatabase(async (knex) => {
    const { accountId } = await userOf(knex, email);
    return addStations(knex, accountId, stations, STATIONS_PER_ACCOUNT);
  });
  if (result === undefined) {
    throw new UserError(
      `${source}: nothing is imported: ${email} would have more than ${STATIONS_PER_ACCOUNT} ground stations, the most that an account has: delete some first, by DELETE /ground_stations/:id`,
    );
  }
  print(
    `${source}: ${count(rowsRead, 'record')} (${format}): ${result.added} added, ` +
      `${stations.length - result.added} known already, ${rejections.length} rejected`,
  );
}

async function list({ email }: { email: string }): Promise<void> {
  const stations = await onDatabase(async (knex) => listStations(knex, (await userOf(knex, email)).accountId));
  printTable(
    ['id', 'name', 'latitude', 'longitude', 'elevation', 'active', 'min elevation', 'dish', 'horizon mask'],
    stations.map((row) => [
      String(row.id),
      row.name,
      ...[row.latitudeDeg, row.longitudeDeg, row.elevationMeters].map(String),
      row.active ? 'yes' : 'no',
      row.minElevationDeg === null ? '-' : `${row.minElevationDeg} deg`,
      row.dishDiameterM === null ? '-' : `${row.dishDiameterM} m`,
      row.horizonMask === null ? '-' : `${row.horizonMask.length} points`,
    ]),
  );
}
