import type { Command } from 'commander';
import { describeSettings, readConfig } from '../../config.js';
import { UserError } from '../../errors.js';
import { complain, print, printTable } from '../context.js';

export function configCommands(program: Command): void {
  program
    .command('config')
    .description('the settings of this environment')
    .command('check')
    .description('print every setting, and what is wrong, without starting anything; exit code 1 where something is')
    .action(check);
}

function check(): void {
  printTable(
    ['setting', 'value', 'from'],
    describeSettings(process.env).map(({ name, value, isDefault }) => [
      name,
      value ?? '-',
      isDefault ? 'default' : 'environment',
    ]),
  );
  try {
    readConfig(process.env);
    print('the settings are valid');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    error.message.split('\n').forEach(complain);
    process.exitCode = 1;
  }
}
