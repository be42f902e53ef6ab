#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runCommand } from './cli/program.js';

// Optimizing a function of WebAssembly takes up to 20 MB, which malloc keeps for each thread that has ever done so: one
// function at a time is optimized.
setFlagsFromString('--wasm-num-compilation-tasks=1');
// The heap may grow by half before the next garbage collection; by default a small heap grows to several times its live
// objects.
setFlagsFromString('--heap-growing-percent=50');

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runCommand(process.argv.slice(2));
