import { Command, CommanderError, Help, type ParseOptionsResult } from 'commander';
import { VERSION } from '../settings/buildVersion.js';
import { unknownSettings } from '../config.js';
import { isDatabaseAway } from '../db/connection/databaseAway.js';
import { UserError } from '../errors.js';
import { accountCommands } from './accounts/account.js';
import { backupCommands } from './operations/backup.js';
import { catalogueCommands } from './catalogue/catalogue.js';
import { errorCommands } from './catalogue/errors.js';
import { configCommands } from './operations/config.js';
import { complain } from './context.js';
import { precomputeCommand, workerCommand } from './analysis/precompute.js';
import { serveCommands } from './operations/serve.js';
import { skyCommands } from './analysis/sky.js';
import { stationCommands } from './accounts/stations.js';
import { suspectsCommand } from './analysis/suspects.js';
import { tokenCommands } from './accounts/token.js';
import { trackCommands } from './accounts/track.js';
import { windowCommands } from './analysis/window.js';

const AWAY =
  'the database does not answer, or takes no changes: what was finished is kept; run the command again when it is back';

/** Runs one command, `args` without node and script; an error is printed to stderr and sets the exit code. */
export async function runCommand(args: readonly string[]): Promise<void> {
  unknownSettings(process.env).forEach(complain);
  const [first, ...command] = args;
  // Commander's own help takes one name, not that of a command of a command.
  const typed = first === 'help' ? [...command, '--help'] : args;
  try {
    await createProgram().parseAsync(typed, { from: 'user' });
  } catch (error) {
    process.exitCode = 1;
    // Commander has already printed the fault; after help the exit code is 0.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else if (error instanceof UserError) error.message.split('\n').forEach(complain);
    else if (isDatabaseAway(error)) complain(`${AWAY} (${lastPart(error.message)})`);
    else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const help = new Help();

/** Command that reports mistyped options before missing required ones: the missing one may have been mistyped. */
class NamingCommand extends Command {
  override createCommand(name: string): Command {
    return new NamingCommand(name);
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args);
    const isMistyped = parsed.unknown.length > 0 && !parsed.unknown.some((arg) => /^(?:-h|--help)$/.test(arg));
    // Commander reports missing mandatory options first, so none stays mandatory.
    if (isMistyped) for (const option of this.options) option.mandatory = false;
    return parsed;
  }
}

/** Makes the program of all commands, for one run. */
export function createProgram(): Command {
  const program = new NamingCommand('sidelobe')
    .description('How many satellites could interfere with yours')
    .version(VERSION)
    .exitOverride()
    .configureHelp({
      optionDescription: (option) => `${help.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput({ outputError: (text) => complain(inOneLine(text)) });
  serveCommands(program);
  configCommands(program);
  backupCommands(program);
  catalogueCommands(program);
  errorCommands(program);
  windowCommands(program);
  precomputeCommand(program);
  workerCommand(program);
  accountCommands(program);
  tokenCommands(program);
  trackCommands(program);
  stationCommands(program);
  skyCommands(program);
  suspectsCommand(program);
  return program;
}

/** Joins an error of Commander, "error: …" with a suggestion in a line of its own, into one line. */
function inOneLine(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  return `${message} (see --help)`;
}

/** Returns the database's own message, which Knex puts after the statement and " - ". */
function lastPart(message: string): string {
  return message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, '');
}
