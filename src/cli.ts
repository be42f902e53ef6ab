#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { accountCommands } from './cli/account.js';
import { catalogueCommands } from './cli/catalogue.js';
import { serveCommands } from './cli/serve.js';
import { tokenCommands } from './cli/token.js';
import { trackCommands } from './cli/track.js';
import { windowCommands } from './cli/window.js';
import { UserError } from './errors.js';

const program = new Command('sidelobe')
  .description('How many satellites could interfere with yours')
  .exitOverride()
  .showHelpAfterError('(see --help)');

serveCommands(program);
catalogueCommands(program);
windowCommands(program);
accountCommands(program);
tokenCommands(program);
trackCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 1;
  // Commander has said what is wrong already; help and version end with code 0.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (error instanceof UserError) process.stderr.write(`sidelobe: ${error.message}\n`);
  else process.stderr.write(`sidelobe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
