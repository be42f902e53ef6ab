import type { Knex } from 'knex';
import type { Command } from 'commander';
import { bandNames, satelliteBands } from '../../catalogue/bands.js';
import { constellationOf } from '../../catalogue/constellations.js';
import { importedDownlink, satelliteRanges } from '../../catalogue/frequencies/ranges.js';
import { catalogueNumberOf } from '../../catalogue/text/fields.js';
import { RecordError } from '../../catalogue/text/rejection.js';
import { latestElset } from '../../db/catalogue/elsets.js';
import { carrierSharers, transmittersOf } from '../../db/catalogue/transmitters.js';
import { UserError } from '../../errors.js';
import { count, onDatabase, print, printTable } from '../context.js';

interface ShowOptions {
  norad: string;
  json?: boolean;
}

const RULES = {
  given: 'as given',
  baud: 'assumed from the symbol rate',
  mode: 'assumed from the mode',
  band: 'assumed: usual in its band',
};

export function showTransmittersCommand(transmitters: Command): void {
  transmitters
    .command('show')
    .description('what is known of the frequencies of a satellite, and from where')
    .requiredOption('--norad <number>', 'catalogue number')
    .option('--json', 'as JSON')
    .action(show);
}

/**
 * Known downlinks of a satellite, as of today. An open window goes on with the downlinks that were known when it was
 * opened.
 */
async function known(knex: Knex, norad: number) {
  const satellite = await latestElset(knex, norad);
  const transmitters = await transmittersOf(knex, norad);
  if (satellite === undefined && transmitters.length === 0) {
    throw new UserError(
      `the catalogue has neither a satellite ${norad} nor transmitters of it: see \`sidelobe catalogue status\``,
    );
  }
  const shared = await carrierSharers(knex, norad);
  const imported = transmitters.map(importedDownlink);
  const row = satellite === undefined ? undefined : constellationOf(satellite.name);
  const { mask, minElevationDeg } = satelliteBands(imported, row);
  const { ranges, setAside } = satelliteRanges(imported, row, mask);
  return {
    norad_number: norad,
    name: satellite?.name ?? null,
    constellation: row === undefined ? null : { key: row.key, source: row.source },
    frequency_bands: bandNames(mask),
    minimum_elevation_deg: minElevationDeg,
    ranges: ranges.map(({ lowHz, highHz, ...rest }) => ({ low_hz: lowHz, high_hz: highHz, ...rest })),
    set_aside: setAside.map(({ lowHz, highHz }) => ({ low_hz: lowHz, high_hz: highHz, source: 'table' })),
    shared_carriers: shared.map(({ noradNumber, name, carriers }) => ({ norad_number: noradNumber, name, carriers })),
    transmitters: transmitters.map((one) => ({
      source: one.source,
      id: one.externalId,
      description: one.description,
      downlink_low_hz: one.downlinkLowHz,
      downlink_high_hz: one.downlinkHighHz,
      bandwidth_hz: one.bandwidthHz,
      baud: one.baud,
      mode: one.mode === '' ? null : one.mode,
      eirp_dbw: one.eirpDbw,
      min_elevation_deg: one.minElevationDeg,
    })),
  };
}

async function show({ norad, json = false }: ShowOptions): Promise<void> {
  const found = await onDatabase((knex) => known(knex, numberOf(norad)));
  if (json) print(JSON.stringify(found, null, 2));
  else printKnown(found);
}

function numberOf(text: string): number {
  try {
    return catalogueNumberOf(() => text, '--norad');
  } catch (error) {
    throw error instanceof RecordError ? new UserError(error.message) : error;
  }
}

function printKnown(found: Awaited<ReturnType<typeof known>>): void {
  const { constellation, frequency_bands: bands, minimum_elevation_deg: minElevationDeg } = found;
  print(`${found.norad_number} ${found.name ?? '(not in the catalogue)'}`);
  print(`bands          ${bands.length === 0 ? 'none: no known downlink' : bands.join(', ')}`);
  print(`min elevation  ${minElevationDeg === null ? 'none of its own' : `${minElevationDeg} deg`}`);
  print(`table          ${constellation === null ? 'no row' : `${constellation.key}: ${constellation.source}`}`);
  for (const { norad_number: number, name, carriers } of found.shared_carriers) {
    print(`shares         ${count(carriers, 'carrier')} of its orbital slot with ${number} ${name}`);
  }
  const rows = [
    ...found.ranges.map((one) => [megahertz(one.low_hz), megahertz(one.high_hz), one.source, RULES[one.rule]]),
    ...found.set_aside.map((one) => [megahertz(one.low_hz), megahertz(one.high_hz), one.source, 'set aside: imported']),
  ];
  if (rows.length > 0) print('');
  if (rows.length > 0) printTable(['from MHz', 'to MHz', 'source', 'how'], rows);
  if (found.transmitters.length === 0) return;
  print('');
  printTable(
    ['source', 'MHz', 'width MHz', 'baud', 'mode', 'EIRP dBW', 'description'],
    found.transmitters.map((one) => [
      one.source,
      megahertz(one.downlink_low_hz) + (one.downlink_high_hz === null ? '' : ` to ${megahertz(one.downlink_high_hz)}`),
      one.bandwidth_hz === null ? '-' : megahertz(one.bandwidth_hz),
      String(one.baud ?? '-'),
      one.mode ?? '-',
      String(one.eirp_dbw ?? '-'),
      one.description,
    ]),
  );
  if (found.transmitters.some(({ source }) => source === 'satnogs')) print('\nTransmitters: SatNOGS DB, CC BY-SA 4.0.');
}

const megahertz = (hz: number): string => String(hz / 1e6);
