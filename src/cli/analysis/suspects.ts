import type { Command } from 'commander';
import { z } from 'zod';
import { SERVICE } from '../../fairness/asker.js';
import { checkFrequencies } from '../../http/routes/interferenceParts.js';
import { beamQuery } from '../../http/routes/sky/encounters.js';
import { suspectsOver } from '../../http/routes/sky/suspects.js';
import { askedWindow } from '../../http/routes/past.js';
import * as parameters from '../../http/schemas/parameters.js';
import { suspect } from '../../http/schemas/encounters.js';
import type { QuestionParts } from '../../service/batch.js';
import { LOOKED_AT, SUSPECTS_RANGE } from '../../spec.js';
import { count, print, printTable } from '../context.js';
import {
  addOptions,
  checkSatellite,
  common,
  ENCOUNTER_COLUMNS,
  encounterCells,
  isPrinted,
  knownOf,
  NAME_COLUMNS,
  namesOf,
  receiverOf,
  sharedOf,
  type Typed,
  withQuestion,
} from './sky.js';

const MINUTES = { default: 10, most: SUSPECTS_RANGE.seconds / 60 };

const options = z
  .object({
    ...common,
    elements: parameters.namedElements.default('nearest'),
    at: parameters.instant,
    minutes: parameters.decimalBetween(1, MINUTES.most).default(MINUTES.default),
    max_separation_deg: beamQuery.max_separation_deg,
    limit: parameters.limitUpTo(LOOKED_AT.most).default(LOOKED_AT.default),
  })
  .superRefine(checkFrequencies);

export function suspectsCommand(program: Command): void {
  addOptions(
    program.command('suspects'),
    'satellites that stood in the beam in some minutes, the likeliest first; by the nearest elements unless told otherwise',
  )
    .requiredOption('--at <ISO>', 'begin of these minutes, UTC')
    .option('--minutes <n>', `how many, ${MINUTES.default} where it is left out; up to ${MINUTES.most}`)
    .option('--max-separation-deg <degrees>', 'width of the beam; that of the dish where it is left out, else 5')
    .option('--limit <n>', `satellites that are told, ${LOOKED_AT.default}; up to ${LOOKED_AT.most}`)
    .action((typed: Typed) => withQuestion(options, typed, suspects));
}

async function suspects(parts: QuestionParts, asked: z.output<typeof options>): Promise<void> {
  const { norad, at, minutes } = asked;
  const station = await receiverOf(parts, asked);
  const times = { start_time: at, end_time: at + 1000 * Math.round(60 * minutes) };
  const { window, told: past, range } = await askedWindow(parts, { ...asked, ...times }, {});
  checkSatellite({ window }, norad);
  const question = { ...asked, window, norad, station, ...range };
  const found = { ...(await suspectsOver(parts, question, SERVICE)), ...past };
  if (isPrinted(asked, found, Object.keys(suspect.shape), found.suspects)) return;
  const beam = `beam ${found.max_separation_deg} degrees (${found.max_separation_source})`;
  const up = found.passes.map(({ aos, los }) => `${aos} to ${los}`).join(', ');
  print(up === '' ? `not up from ${found.start_time} to ${found.end_time}` : `up ${up}`);
  print(`${count(found.count, 'suspect')} by ${found.frequency_match}, ${beam}${knownOf(found.downlink)}`);
  if (found.suspects.length === 0) return;
  printTable(
    [...NAME_COLUMNS, ...ENCOUNTER_COLUMNS, 'overlap', 'source', 'elements'],
    found.suspects.map((one) => [...namesOf(one), ...encounterCells(one), ...sharedOf(one), one.elset_epoch]),
  );
}
