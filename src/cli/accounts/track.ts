import type { Command } from 'commander';
import { listTracked, trackUpTo, untrack } from '../../db/analysis/tracked.js';
import { UserError } from '../../errors.js';
import { TRACKED_PER_ACCOUNT } from '../../spec.js';
import { onDatabase, print, userOf } from '../context.js';

interface TrackOptions {
  email: string;
  norad: string;
}

export function trackCommands(program: Command): void {
  const ofAccount = (name: string): Command =>
    program
      .command(name)
      .requiredOption('--email <address>', 'user of the account')
      .requiredOption('--norad <numbers>', 'catalogue numbers, separated by commas');
  ofAccount('track').description('track satellites for an account').action(begin);
  ofAccount('untrack').description('stop tracking satellites').action(end);
}

async function begin({ email, norad }: TrackOptions): Promise<void> {
  const numbers = parseNumbers(norad);
  await onDatabase(async (knex) => {
    const { accountId, id: userId } = await userOf(knex, email);
    const unknown: number[] = [];
    for (const [i, number] of numbers.entries()) {
      const tracked = await trackUpTo(knex, accountId, number, userId, TRACKED_PER_ACCOUNT);
      if (tracked === 'full') {
        const rest = numbers.slice(i).join(', ');
        throw new UserError(
          `${email} tracks ${TRACKED_PER_ACCOUNT} satellites already, the most that an account may: \`sidelobe untrack\` some first; not tracked: ${rest}`,
        );
      }
      if (tracked === undefined) unknown.push(number);
      else print(`${number} ${tracked.name} is tracked: tracked_satellite_id ${tracked.id}`);
    }
    if (unknown.length > 0) throw new UserError(`not in the catalogue: ${unknown.join(', ')}`);
  });
}

async function end({ email, norad }: TrackOptions): Promise<void> {
  const numbers = parseNumbers(norad);
  await onDatabase(async (knex) => {
    const { accountId } = await userOf(knex, email);
    const tracked = await listTracked(knex, accountId);
    for (const number of numbers) {
      const found = tracked.find(({ noradNumber }) => noradNumber === number);
      if (found === undefined) {
        print(`${number} was not tracked`);
        continue;
      }
      await untrack(knex, accountId, found.id);
      print(`${number} ${found.name} is tracked no more`);
    }
  });
}

function parseNumbers(text: string): number[] {
  return text.split(',').map((part) => {
    if (/^[1-9]\d{0,8}$/.test(part.trim())) return Number(part);
    throw new UserError(
      `--norad ${text}: "${part}" is no catalogue number; allowed: 1 to 999999999, separated by commas`,
    );
  });
}
