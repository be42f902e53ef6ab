import type { Knex } from 'knex';
import { type Command, Option } from 'commander';
import { type OrbitalClass, silentShares } from '../../catalogue/describe.js';
import { isAddress } from '../../catalogue/sources/address.js';
import { readConfig } from '../../config.js';
import { ELSET_SOURCES, type ElsetSource } from '../../db/catalogue/elsets.js';
import { type FetchRecord, listFetches } from '../../db/catalogue/fetches.js';
import { catalogueStatus, type CatalogueStatus } from '../../db/catalogue/satellites.js';
import { UserError } from '../../errors.js';
import { fetchSource, nextAttempt, publisherHours } from '../../jobs/import/fetchSource.js';
import { elsetReader } from '../../jobs/import/importCatalogue.js';
import { importFile, type Imported, type SourceReader } from '../../jobs/import/importSource.js';
import { readDownlinks } from '../../jobs/import/importTransmitters.js';
import { freezeCatalogue } from '../../jobs/window/freeze.js';
import { complain, count, onDatabase, print, printTable, shortTime } from '../context.js';
import { withProgress } from '../progress.js';
import { showTransmittersCommand } from './transmitters.js';

const FORCE = new Option('--force', 'ask an address even where its publisher wants to be asked later');

const SOURCE = new Option(
  '--source <kind>',
  "kind of the sets: sup-gp for CelesTrak's supplemental ones, fitted to operators' plans; by default gp for addresses, file for files",
).choices(ELSET_SOURCES.filter((kind) => kind !== 'file'));

interface ImportOptions {
  force?: boolean;
  source?: ElsetSource;
}

export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('element sets');
  catalogue
    .command('import')
    .description('add the element sets of files or addresses: OMM as CSV, JSON or XML, TLE or 3LE, gzipped or not')
    .argument('<file|url...>', 'files, or http or https addresses')
    .addOption(FORCE)
    .addOption(SOURCE)
    .action((sources: string[], typed: ImportOptions) => onEach(sources, typed, importElsets));
  catalogue.command('status').description('what the catalogue holds').action(status);
  const transmitters = program.command('transmitters').description('downlink frequencies');
  showTransmittersCommand(transmitters);
  transmitters
    .command('import')
    .description(
      'add transmitters: SatNOGS DB JSON, the satellites.xml of television receivers, or CSV norad_cat_id,downlink_low_hz,downlink_high_hz with more columns (see docs/guide.md)',
    )
    .argument('<file|url...>', 'files, or http or https addresses')
    .addOption(FORCE)
    .action((sources: string[], typed: ImportOptions) => onEach(sources, typed, importDownlinks));
}

/** Imports each source. If one fails by a `UserError`, reports it, sets the exit code and goes on with the next. */
async function onEach(
  sources: readonly string[],
  options: ImportOptions,
  job: (knex: Knex, source: string, options: ImportOptions) => Promise<void>,
): Promise<void> {
  await onDatabase(
    async (knex) => {
      for (const source of sources) {
        try {
          await job(knex, source, options);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          complain(error.message);
          process.exitCode = 1;
        }
      }
    },
    { mayMake: true },
  );
}

async function importElsets(knex: Knex, source: string, options: ImportOptions): Promise<void> {
  const from = performance.now();
  const reader = elsetReader(options.source ?? (isAddress(source) ? 'gp' : 'file'));
  const result = await importSource(knex, source, reader, options);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  print(
    `${result.source}: ${count(result.rowsRead, 'record')} (${result.format}) in ${seconds} s: ` +
      `${count(result.added, 'element set')} added (${count(result.newSatellites, 'new satellite')}), ` +
      `${result.unchanged.toLocaleString('en')} known already, ${result.rejections.length.toLocaleString('en')} rejected`,
  );
}

async function importDownlinks(knex: Knex, source: string, options: ImportOptions): Promise<void> {
  const result = await importSource(knex, source, readDownlinks, options);
  const number = (value: number): string => value.toLocaleString('en');
  const skipped = Object.entries(result.skipped).map(([reason, value]) => `, ${number(value)} skipped (${reason})`);
  const { named, bySlot } = result.satellites ?? {};
  const reached = named === undefined ? '' : `, of ${count(named, 'satellite')} by name and ${bySlot} by slot alone`;
  const attribution = result.format === 'satnogs' ? ' Transmitters: SatNOGS DB, CC BY-SA 4.0.' : '';
  print(
    `${result.source}: ${count(result.rowsRead, 'record')} (${result.format}): ${number(result.added)} added, ` +
      `${number(result.changed)} changed, ${number(result.unchanged)} known already, ` +
      `${number(result.rejections.length)} rejected${skipped.join('')}${reached}.${attribution}`,
  );
}

/** Imports a file or an address, and reports rejected records. */
async function importSource<Stored extends Imported>(
  knex: Knex,
  source: string,
  reader: SourceReader<Stored>,
  options: ImportOptions,
): Promise<Stored> {
  const stored = await withProgress((show) => {
    show({ stage: 'reading' });
    const watched: SourceReader<Stored> = async (bytes, name) => {
      show({ stage: 'parsing' });
      const store = await reader(bytes, name);
      return (trx) => {
        show({ stage: 'storing' });
        return store(trx);
      };
    };
    return isAddress(source) ? importAddress(knex, source, watched, options) : importFile(knex, source, watched);
  });
  reportRejections(stored);
  return stored;
}

async function importAddress<Stored>(
  knex: Knex,
  address: string,
  reader: SourceReader<Stored>,
  { force = false }: ImportOptions,
): Promise<Stored> {
  const fetched = await fetchSource(knex, address, reader, { now: () => new Date(), force });
  if (fetched.outcome === 'read') return knex.transaction(fetched.store);
  if (fetched.outcome === 'unchanged') throw new UserError(`${fetched.source}: 304, though all data was asked for`);
  throw new UserError(
    `${fetched.source}: asked at ${shortTime(fetched.attemptedAt)} already, and publishers shut out who asks too often; ` +
      `allowed from ${shortTime(fetched.nextAt)} on, or at once with --force`,
  );
}

/**
 * Reports rejected and doubtful records. Sets the exit code only if all are rejected: a single bad record must not stop
 * scripts that import.
 */
function reportRejections({ source, rejections, warnings = [], notice, rowsRead }: Imported): void {
  for (const { line, record, reason } of rejections) {
    complain(`${source}:${line}: ${record}: rejected: ${reason}`);
  }
  for (const { line, record, reason } of warnings) complain(`${source}:${line}: ${record}: warning: ${reason}`);
  if (notice !== undefined) complain(`${source}: warning: ${notice}`);
  if (rejections.length === rowsRead && rowsRead > 0) process.exitCode = 1;
}

async function status(): Promise<void> {
  const { found, fetches, silent } = await onDatabase(async (knex) => {
    const catalogue = await catalogueStatus(knex);
    return { found: catalogue, fetches: await listFetches(knex), silent: await silentOf(knex, catalogue) };
  });
  print(`catalogue       ${origin(found)}`);
  print(`satellites      ${found.satellites.toLocaleString('en')}`);
  print(`element sets    ${found.elsets.toLocaleString('en')}${epochs(found)}`);
  print(
    `transmitters    ${found.transmitters.toLocaleString('en')} of ${count(found.transmittingSatellites, 'satellite')}`,
  );
  const shares = Object.entries(silent).map(([name, share]) => `${name} ${(100 * share).toFixed(1)} %`);
  if (shares.length > 0) print(`silent          ${shares.join(', ')}: no downlink is known`);
  printImports(found);
  printFetches(fetches);
  if (found.lastImports.some(({ format }) => format === 'satnogs')) print('\nTransmitters: SatNOGS DB, CC BY-SA 4.0.');
}

/** Shares of silent satellites in a window that begins at the catalogue's newest epoch, by orbital class. */
async function silentOf(
  knex: Knex,
  { newestEpochUs }: CatalogueStatus,
): Promise<Partial<Record<OrbitalClass, number>>> {
  if (newestEpochUs === null) return {};
  const options = { nside: 64, minElevationDeg: 0, uniformElevation: true, start: new Date(newestEpochUs / 1000) };
  return silentShares((await knex.transaction((trx) => freezeCatalogue(trx, options))).satellites);
}

function printImports({ lastImports }: CatalogueStatus): void {
  if (lastImports.length === 0) return;
  print('');
  printTable(
    ['imported at', 'kind', 'format', 'records', 'added', 'changed', 'unchanged', 'rejected', 'source'],
    lastImports.map((row) => [
      shortTime(row.createdAt),
      row.kind,
      row.format,
      ...[row.rowsRead, row.added, row.changed, row.unchanged, row.rejected].map(String),
      row.source,
    ]),
  );
}

/**
 * Prints the addresses that were asked, and from when a refresh asks each again. An import by hand may ask earlier: it
 * keeps only the publisher's limit, not REFRESH_HOURS.
 */
function printFetches(fetches: readonly FetchRecord[]): void {
  if (fetches.length === 0) return;
  const { refreshHours } = readConfig(process.env);
  print('');
  printTable(
    ['asked at', 'last success', 'may be asked from', 'answer', 'address'],
    fetches.map((row) => [
      shortTime(row.attemptedAt),
      shortTime(row.fetchedAt),
      shortTime(nextAttempt(row, Math.max(refreshHours, publisherHours(row.url)))),
      row.status === null ? '-' : String(row.status),
      row.url,
    ]),
  );
  for (const { error } of fetches) if (error !== null) print(`failed: ${error}`);
}

function origin({ bundled, elsets }: CatalogueStatus): string {
  if (bundled) return 'bundled (generated from published constellation parameters)';
  return elsets === 0 ? 'empty' : 'imported';
}

function epochs({ oldestEpochUs, newestEpochUs }: CatalogueStatus): string {
  if (oldestEpochUs === null || newestEpochUs === null) return '';
  const [from, to] = [oldestEpochUs, newestEpochUs].map((us) => shortTime(new Date(us / 1000)));
  return `, epochs ${from} to ${to}`;
}
