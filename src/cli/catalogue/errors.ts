import type { Command } from 'commander';
import { BY_PERIGEE, type ClassErrors, errorsInForce } from '../../catalogue/errors/inForce.js';
import { readErrorRows } from '../../db/catalogue/elementErrors.js';
import { fitErrors } from '../../jobs/errors/fitErrors.js';
import { abortedBySignal, complain, count, onDatabase, print, printTable, shortTime } from '../context.js';
import { withProgress } from '../progress.js';

export function errorCommands(program: Command): void {
  const errors = program.command('errors').description('how wrong element sets of an age are');
  errors
    .command('show')
    .description('the errors in force by class of satellites, and where they come from')
    .action(showErrors);
  errors
    .command('fit')
    .description('fit them to the imported element sets of the last 90 days now, as a server does once a day')
    .action(fitNow);
}

async function showErrors(): Promise<void> {
  const { fittedAt, rows, satellites, pairs, leftOut } = await onDatabase(readErrorRows);
  if (fittedAt === null) print('no errors have been fitted yet');
  else print(`fitted at ${shortTime(fittedAt)} to ${ofWhat(pairs, satellites)}${reasons(leftOut)}`);
  print('');
  printTable(['class', 'source', 'pairs', 'age', '50 %', '68 %', '90 %', '99 %'], errorsInForce(rows).flatMap(rowsOf));
}

async function fitNow(): Promise<void> {
  const from = performance.now();
  const stopping = abortedBySignal((signal) => complain(`${signal}: the fit is given up, the errors before stay`));
  const { pairs, satellites, leftOut } = await onDatabase((knex) =>
    withProgress((show) => {
      show({ stage: 'fitting' });
      return fitErrors(knex, new Date(), stopping.signal);
    }),
  );
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  print(`fitted in ${seconds} s to ${ofWhat(pairs, satellites)}${reasons(leftOut)}`);
}

function ofWhat(pairs: number, satellites: number): string {
  return `${count(pairs, 'pair')} of element sets of ${count(satellites, 'satellite')}`;
}

function reasons(leftOut: Readonly<Record<string, number>>): string {
  const told = Object.entries(leftOut).filter(([, number]) => number > 0);
  if (told.length === 0) return '';
  return `; left out: ${told.map(([reason, number]) => `${reason.replaceAll('_', ' ')} ${number.toLocaleString('en')}`).join(', ')}`;
}

function rowsOf({ errorClass, source, pairs, ages, fallsBackTo }: ClassErrors): string[][] {
  if (source === null) {
    const instead = fallsBackTo === BY_PERIGEE ? 'as its satellites’ perigees' : `as ${fallsBackTo}`;
    return [[errorClass, instead, String(pairs)]];
  }
  return ages.map(({ ageHours, pairs: ofAge, km }, i) => [
    i === 0 ? errorClass : '',
    i === 0 ? source : '',
    ofAge === 0 ? '-' : String(ofAge),
    `${ageHours} h`,
    ...km.map((one) => `${one.toFixed(2)} km`),
  ]);
}
