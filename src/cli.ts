#!/usr/bin/env node
import { runCommand } from './cli/program.js';

// Whoever reads our output may have read enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runCommand(process.argv.slice(2));
