import { type Command, Option } from 'commander';
import { z } from 'zod';
import { readConfig } from '../../config.js';
import { listStations } from '../../db/analysis/stations.js';
import { UserError } from '../../errors.js';
import { SERVICE } from '../../fairness/asker.js';
import { askedWindow } from '../../http/routes/past.js';
import { satelliteOf } from '../../http/routes/subject.js';
import { checkFrequencies } from '../../http/routes/interferenceParts.js';
import { ServiceError } from '../../http/response/serviceError.js';
import { beamQuery, encountersOver } from '../../http/routes/sky/encounters.js';
import { lookAt } from '../../http/routes/sky/interferers.js';
import { encounter, type EncounterJson } from '../../http/schemas/encounters.js';
import { interferer } from '../../http/schemas/interferers.js';
import { onGround, type Receiver } from '../../http/routes/sky/question.js';
import * as parameters from '../../http/schemas/parameters.js';
import { type QuestionParts, withAnalysis } from '../../service/batch.js';
import { DISH_DIAMETER_RANGE_M, ENCOUNTERS_TOLD, LOOKED_AT, STATION_ELEVATION_RANGE_M } from '../../spec.js';
import { count, print, printCsv, printTable, userOf } from '../context.js';

/** Options as they were typed, by their names in camel case. */
export type Typed = Readonly<Record<string, string | boolean | undefined>>;

const { max_separation_deg: maxSeparationDeg, ...others } = beamQuery;

/** Schemas of the options that the commands share, by name with `_` for `-`; most are those of the API's parameters. */
export const common = {
  norad: parameters.id,
  email: z.string().optional(),
  station: parameters.id.optional(),
  lat: parameters.latitude.optional(),
  lon: parameters.longitude.optional(),
  elevation_meters: parameters.decimalBetween(STATION_ELEVATION_RANGE_M.low, STATION_ELEVATION_RANGE_M.high).default(0),
  min_elevation_deg: parameters.decimalBetween(0, 89).optional(),
  dish_diameter_m: parameters.decimalBetween(DISH_DIAMETER_RANGE_M.low, DISH_DIAMETER_RANGE_M.high).optional(),
  ...others,
  elements: parameters.elements,
  json: z.boolean().default(false),
  csv: z.boolean().default(false),
};

const interferersOptions = z
  .object({
    ...common,
    timestamp: parameters.instant.optional(),
    limit: parameters.limitUpTo(LOOKED_AT.most).default(LOOKED_AT.default),
  })
  .superRefine(checkFrequencies);

const encountersOptions = parameters.withTimeRange(
  {
    ...common,
    max_separation_deg: maxSeparationDeg,
    limit: parameters.limitUpTo(ENCOUNTERS_TOLD.most).default(ENCOUNTERS_TOLD.default),
  },
  checkFrequencies,
);

export function skyCommands(program: Command): void {
  addOptions(
    program.command('interferers'),
    'who could interfere with a satellite at a place at an instant, by the newest window',
  )
    .option('--timestamp <ISO>', 'instant, UTC; now where it is left out')
    .option('--limit <n>', `satellites that are told, ${LOOKED_AT.default}; up to ${LOOKED_AT.most}`)
    .action((typed: Typed) => withQuestion(interferersOptions, typed, interferers));
  addOptions(
    program.command('encounters'),
    'passes over a place, and who comes into the beam in each, by the newest window',
  )
    .option('--start-time <ISO>', 'begin of the time range, UTC; that of the window where it is left out')
    .option('--end-time <ISO>', 'its end')
    .option('--max-separation-deg <degrees>', 'width of the beam; that of the dish where it is left out, else 5')
    .option('--limit <n>', `encounters that are told, ${ENCOUNTERS_TOLD.default}; up to ${ENCOUNTERS_TOLD.most}`)
    .action((typed: Typed) => withQuestion(encountersOptions, typed, encounters));
}

export function addOptions(command: Command, description: string): Command {
  return command
    .description(description)
    .requiredOption('--norad <number>', 'catalogue number of the satellite, tracked or not')
    .option('--email <address>', 'whose ground station it is')
    .addOption(
      new Option('--station <id>', 'ground station: `stations list` tells the ids').conflicts([
        'lat',
        'lon',
        'elevationMeters',
        'minElevationDeg',
        'dishDiameterM',
      ]),
    )
    .option('--lat <degrees>', 'latitude of a place, instead of a station')
    .option('--lon <degrees>', 'its longitude')
    .option('--elevation-meters <metres>', 'its height above sea level, 0 where it is left out')
    .option('--min-elevation-deg <degrees>', "from which it looks; the window's where it is left out")
    .option('--dish-diameter-m <metres>', 'its dish')
    .option('--frequency-band <band>', 'all where it is left out')
    .option('--frequency-match <how>', 'band or overlap')
    .option('--frequency-hz <hertz>', "centre of a carrier of one's own")
    .option('--bandwidth-hz <hertz>', 'its width')
    .option('--exclude-operator <name>', 'operator whose satellites are left out')
    .option('--elements <which>', 'window, nearest (each day from the element sets nearest to its noon) or as_of:ISO')
    .addOption(new Option('--json', "print what the API's call answers").conflicts('csv'))
    .option('--csv', 'print rows with a header');
}

/** Reads the options by rules of the API, loads the newest window and runs the job. @throws UserError for a refusal */
export async function withQuestion<S extends z.ZodObject>(
  schema: S,
  typed: Typed,
  job: (parts: QuestionParts, options: z.output<S>) => Promise<void>,
): Promise<void> {
  const given = Object.entries(typed).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const values: Record<string, string | boolean | undefined> = Object.fromEntries(given);
  const { data, error } = schema.safeParse(values);
  if (error !== undefined) {
    const faults = error.issues.map(({ path: [name = ''], message }) => {
      const value = values[String(name)];
      return `--${String(name).replaceAll('_', '-')}${value === undefined ? '' : ` ${value}`}: it ${message}`;
    });
    throw new UserError(faults.join('\n'));
  }
  try {
    await withAnalysis(readConfig(process.env), (parts) => job(parts, data));
  } catch (fault) {
    throw fault instanceof ServiceError ? new UserError(fault.message) : fault;
  }
}

type Common = z.output<z.ZodObject<typeof common>>;

/** Finds the station of --station, or makes a receiver of --lat and --lon. @throws UserError if there is neither */
export async function receiverOf({ knex }: QuestionParts, asked: Omit<Common, 'elements'>): Promise<Receiver> {
  const { email, station: id, lat, lon } = asked;
  if (id === undefined) {
    if (lat === undefined || lon === undefined)
      throw new UserError('--lat and --lon, or --email and --station, are needed');
    return {
      ...onGround(lat, lon),
      elevationMeters: asked.elevation_meters,
      minElevationDeg: asked.min_elevation_deg ?? null,
      dishDiameterM: asked.dish_diameter_m ?? null,
    };
  }
  if (email === undefined) throw new UserError(`--station ${id}: --email says whose it is`);
  const stations = await listStations(knex, (await userOf(knex, email)).accountId);
  const found = stations.find((one) => one.id === id);
  if (found) return found;
  throw new UserError(`--station ${id}: ${email} has none of that id; \`sidelobe stations list\` tells the ids`);
}

/** Checks that the window has a satellite. @throws UserError if not, ServiceError for a range of days */
export function checkSatellite({ window }: Pick<QuestionParts, 'window'>, norad: number): void {
  if (window.days !== undefined) satelliteOf(window, norad);
  if (window.satellite(norad) !== undefined) return;
  throw new UserError(`--norad ${norad}: window ${window.id} has no satellite of that number`);
}

/** Prints an answer as JSON, or its rows as CSV; returns false if neither is asked for. */
export function isPrinted(
  { json, csv }: Pick<z.output<typeof interferersOptions>, 'json' | 'csv'>,
  answer: object,
  columns: readonly string[],
  rows: Parameters<typeof printCsv>[1],
): boolean {
  if (json) print(JSON.stringify(answer, undefined, 2));
  else if (csv) printCsv(columns, rows);
  return json || csv;
}

async function interferers(parts: QuestionParts, options: z.output<typeof interferersOptions>): Promise<void> {
  const { norad, timestamp = Date.now() } = options;
  const { analysis } = parts;
  const station = await receiverOf(parts, options);
  const { window, told: past } = await askedWindow(parts, { ...options, timestamp }, {});
  checkSatellite({ window }, norad);
  const tMs = Math.floor(timestamp);
  const at = { window, norad, station, tMs };
  const found = await lookAt({ analysis }, { ...options, ...at }, SERVICE);
  const told = { timestamp: new Date(tMs).toISOString(), ...found, ...past };
  if (isPrinted(options, told, Object.keys(interferer.shape), found.interferers)) return;
  const {
    name,
    in_view: inView,
    azimuth_deg: azimuth,
    elevation_deg: elevation,
    range_km: range,
  } = found.tracked_satellite;
  const place =
    azimuth === null ? 'cannot be propagated' : `azimuth ${azimuth}, elevation ${elevation} degrees, ${range} km`;
  print(`${norad} ${name} at ${told.timestamp}: ${place}${inView ? '' : ', not in view'}`);
  const beside = found.colocated.map((one) => one.name).join(', ');
  const ofThem = beside === '' ? '' : `, with ${beside} beside it`;
  print(`${count(found.count, 'satellite')} by ${found.frequency_match}${ofThem}${knownOf(found.downlink)}`);
  if (found.interferers.length === 0) return;
  printTable(
    [...NAME_COLUMNS, 'azimuth', 'elevation', 'km', 'separation', 'overlap', 'source', 'age h'],
    found.interferers.map((one) => [
      ...namesOf(one),
      one.azimuth_deg.toFixed(2),
      one.elevation_deg.toFixed(2),
      one.range_km.toFixed(1),
      one.separation_deg.toFixed(3),
      ...sharedOf(one),
      String(one.elset_age_hours),
    ]),
  );
}

async function encounters(parts: QuestionParts, options: z.output<typeof encountersOptions>): Promise<void> {
  const { norad } = options;
  const station = await receiverOf(parts, options);
  const { window, told: past, range } = await askedWindow(parts, options, {});
  checkSatellite({ window }, norad);
  const at = { window, norad, station, ...range };
  const found = { ...(await encountersOver(parts, { ...options, ...at }, SERVICE)), ...past };
  const rows = found.passes.flatMap(({ aos, los, encounters: met }) => met.map((one) => ({ aos, los, ...one })));
  if (isPrinted(options, found, ['aos', 'los', ...Object.keys(encounter.shape)], rows)) return;
  const beam = `beam ${found.max_separation_deg} degrees (${found.max_separation_source})`;
  print(
    `${count(found.passes.length, 'pass', 'passes')}, ${count(found.encounter_count, 'encounter')} by ` +
      `${found.frequency_match}, ${beam}${knownOf(found.downlink)}`,
  );
  if (found.passes.length === 0) return;
  printTable(
    ['rises', 'sets', 'highest', 'in beam s', 'clear s', 'clear from', 'likely', 'encounters'],
    found.passes.map((pass) => [
      pass.aos,
      pass.los,
      pass.max_elevation_deg.toFixed(1),
      pass.in_beam_seconds.toFixed(1),
      pass.clear_stretch?.seconds.toFixed(1) ?? '0',
      pass.clear_stretch?.start_time ?? '-',
      pass.clear_stretch === null ? '-' : percentOf(pass.clear_stretch.probability),
      String(pass.encounter_count),
    ]),
  );
  if (rows.length === 0) return;
  print('');
  printTable(
    [...ENCOUNTER_COLUMNS, ...NAME_COLUMNS, 'overlap', 'source'],
    rows.map((one) => [...encounterCells(one), ...namesOf(one), ...sharedOf(one)]),
  );
  if (found.has_more) print(`and ${found.encounter_count - rows.length} more: --limit, --start-time`);
}

export const ENCOUNTER_COLUMNS = ['enters', 'leaves', 'nearest', 'sigma s', 'degrees', 'sigma', 'likely'];

export function encounterCells(one: EncounterJson): string[] {
  return [
    one.enters,
    one.leaves,
    one.closest_time,
    one.time_sigma_seconds === null ? '-' : one.time_sigma_seconds.toFixed(1),
    one.closest_separation_deg.toFixed(3),
    one.sigma_deg.toFixed(3),
    percentOf(one.probability),
  ];
}

/** Formats a probability, 0 to 1, as a percentage with one decimal. */
function percentOf(probability: number): string {
  return `${(100 * probability).toFixed(1)} %`;
}

type Told = Awaited<ReturnType<typeof lookAt>>['interferers'][number];

export const NAME_COLUMNS = ['norad', 'name', 'operator', 'class'];

export function namesOf(one: Pick<Told, 'norad_number' | 'name' | 'operator' | 'orbital_class'>): string[] {
  return [String(one.norad_number), one.name, one.operator ?? '-', one.orbital_class];
}

/** Formats the frequencies that a satellite shares with the one asked about: their width in MHz, and their source. */
export function sharedOf(one: Pick<Told, 'overlap_hz' | 'overlap_source' | 'overlap_assumed'>): string[] {
  if (one.overlap_source === null) return ['-', '-'];
  return [`${one.overlap_hz / 1e6} MHz`, `${one.overlap_source}${one.overlap_assumed === true ? ', assumed' : ''}`];
}

export function knownOf(downlink: string): string {
  return downlink === 'no known downlink' ? '; it has no known downlink there, so nobody is found' : '';
}
