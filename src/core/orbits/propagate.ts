import { checkChoice, checkedSite, checkList, optionsOf, unfit } from '../arguments.js';
import { isInCore, outputOf } from '../coreArrays.js';
import { type Place, writeSite } from '../records/seriesRecord.js';
import type { OwnedCore } from '../instance.js';
import { writeWords } from '../layout.js';
import { withScratch } from '../parts.js';
import type { LookAngles, Places, PropagateOptions, Satellites, Site, States, TimesUs } from './api.js';
import { type OrbitRecords, recordsOf } from './records.js';
import { type Rows, type Target, throughStage } from './rows.js';

/** Kinds of results, numbered as in assembly/records/orbits/propagation.ts. */
const FORMS = { state: 0, geodetic: 1, look: 2 } as const;

interface Question {
  timesUs: TimesUs;
  satellites?: Satellites | undefined;
  form: keyof typeof FORMS;
  turning: boolean;
  site?: Place;
  /** Numbers in each rate: 3 for a velocity, 1 for the rate of a distance; 0 if no rates are asked for. */
  rateWidth: 0 | 1 | 3;
  out: { numbers?: unknown; rates?: unknown; status?: unknown };
}

export function propagate(records: OrbitRecords, timesUs: TimesUs, options: PropagateOptions = {}): States {
  const known = optionsOf(options, ['frame', 'velocity', 'satellites', 'out']);
  const { frame = 'fixed', velocity = false, satellites, out = {} } = known;
  checkChoice('frame', frame, ['fixed', 'teme']);
  optionsOf(out, ['positions', 'velocities', 'status'], 'out');
  const { numbers, rates, status } = answer(records, {
    timesUs,
    satellites,
    form: 'state',
    turning: frame === 'fixed',
    rateWidth: velocity ? 3 : 0,
    out: { numbers: out.positions, rates: out.velocities, status: out.status },
  });
  return rates === undefined ? { positions: numbers, status } : { positions: numbers, velocities: rates, status };
}

export function geodetic(
  records: OrbitRecords,
  timesUs: TimesUs,
  options: { satellites?: Satellites; out?: Partial<Places> } = {},
): Places {
  const { satellites, out = {} } = optionsOf(options, ['satellites', 'out']);
  optionsOf(out, ['lonLatHeight', 'status'], 'out');
  const { numbers, status } = answer(records, {
    timesUs,
    satellites,
    form: 'geodetic',
    turning: true,
    rateWidth: 0,
    out: { numbers: out.lonLatHeight, status: out.status },
  });
  return { lonLatHeight: numbers, status };
}

export function look(
  records: OrbitRecords,
  timesUs: TimesUs,
  site: Site,
  options: { rate?: boolean; satellites?: Satellites; out?: Partial<LookAngles> } = {},
): LookAngles {
  const { rate = false, satellites, out = {} } = optionsOf(options, ['rate', 'satellites', 'out']);
  optionsOf(out, ['looks', 'rates', 'status'], 'out');
  const { numbers, rates, status } = answer(records, {
    timesUs,
    satellites,
    form: 'look',
    turning: true,
    site: checkedSite(site),
    rateWidth: rate ? 1 : 0,
    out: { numbers: out.looks, rates: out.rates, status: out.status },
  });
  return rates === undefined ? { looks: numbers, status } : { looks: numbers, rates, status };
}

/** Number of times whose instants are written at once: they stay in the processor's cache. */
const TIMES_AT_ONCE = 512;
const STAGE_BYTES = 131_072;

function answer(
  records: OrbitRecords,
  question: Question,
): { numbers: Float64Array; rates: Float64Array | undefined; status: Uint8Array } {
  records.checkOpen();
  const { core } = records;
  const times = timesOf(core, question.timesUs);
  const pointers = recordsOf(records, question.satellites);
  const entries = pointers.length * times.length;
  const { out, rateWidth } = question;
  const numbers = outputOf(out.numbers, 3 * entries, Float64Array);
  const rates = rateWidth === 0 ? undefined : outputOf(out.rates, rateWidth * entries, Float64Array);
  const status = outputOf(out.status, entries, Uint8Array);
  const targets: Target[] = [
    { name: 'OUT', array: numbers, width: 3 },
    ...(rates === undefined ? [] : [{ name: 'RATES' as const, array: rates, width: rateWidth }]),
    { name: 'STATUS', array: status, width: 1 },
  ];
  const { layout } = core;
  const most = Math.min(TIMES_AT_ONCE, times.length);
  const query = layout.PROPAGATION_BYTES;
  const instants = query + 8 * most;
  const list = instants + layout.INSTANT_BYTES * most;
  const stage = Math.ceil((list + 4 * pointers.length) / 8) * 8;
  withScratch(core, stage + STAGE_BYTES, (block) => {
    new Uint32Array(core.memory.buffer, block + list, pointers.length).set(pointers);
    writeQuery(records, question, block, block + instants);
    for (let from = 0; from < times.length; from += most) {
      const count = Math.min(most, times.length - from);
      const piece = new Float64Array(core.memory.buffer, block + query, count);
      piece.set(times.slice(from, from + count));
      const wrong = core.kernels.writeInstants(piece.byteOffset, count, question.turning ? 1 : 0, block + instants);
      if (wrong >= 0) {
        const at = typeof question.timesUs === 'number' ? 'timesUs' : `timesUs[${from + wrong}]`;
        throw unfit(at, times[from + wrong], TIME);
      }
      const columns = { all: times.length, from, count };
      throughStage(core, { pointer: block + stage, bytes: STAGE_BYTES }, targets, pointers.length, columns, (rows) => {
        runKernel(records, block, block + list + 4 * rows.from, count, rows);
      });
    }
  });
  return { numbers, rates, status };
}

const TIME = 'a finite number of microseconds since 1970';

/** Lists the times asked for. @throws TypeError for texts, dates and other lists, RangeError for a freed array */
function timesOf(core: OwnedCore, timesUs: TimesUs): Float64Array | readonly number[] {
  if (typeof timesUs === 'number') return [timesUs];
  checkList('timesUs', timesUs, [Float64Array], `${TIME}, Float64Array or an array`);
  if (timesUs instanceof Float64Array) isInCore(core, timesUs, 'timesUs');
  else
    for (const [i, time] of timesUs.entries()) if (typeof time !== 'number') throw unfit(`timesUs[${i}]`, time, TIME);
  return timesUs;
}

/** Writes the fields of the kernel's query that are the same for all times. */
function writeQuery({ core }: OrbitRecords, question: Question, pointer: number, instants: number): void {
  const { form, turning, site } = question;
  const words = { INSTANTS: instants, FORM: FORMS[form], TURNING: turning ? 1 : 0, RATES: 0 };
  writeWords(core, 'PROPAGATION', pointer, words);
  if (site !== undefined) writeSite(core, pointer + core.layout.PROPAGATION_SITE, site);
}

function runKernel({ core }: OrbitRecords, pointer: number, records: number, times: number, rows: Rows): void {
  writeWords(core, 'PROPAGATION', pointer, { RECORDS: records, SATELLITES: rows.count, TIMES: times });
  for (const { name, at, rowEntries } of rows.targets) {
    writeWords(core, 'PROPAGATION', pointer, { [name]: at, [`${name}_ROW`]: rowEntries });
  }
  core.kernels.propagateOrbits(pointer);
}
