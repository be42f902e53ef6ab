import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, type Times } from './measure.js';

/** A Python that has the modules: the first on the path, or Debian's, which has its packages. Says where none has. */
export function pythonWith(...modules: string[]): string | undefined {
  const has = (python: string): boolean => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
  const python = ['python3', '/usr/bin/python3'].find(has);
  if (python === undefined) process.stderr.write(`left out: no python3 has ${modules.join(' and ')}\n`);
  return python;
}

/** Runs a script of this folder over the input; returns the JSON that it prints. */
export function runPython(python: string, script: string, input: Uint8Array): unknown {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { status, stdout, stderr } = spawnSync(python, [file], { input, maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${script}: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}

/** Times that Python measured of itself. */
export function timesInPython(ms: readonly number[]): Times {
  const medianMs = median([...ms]);
  const [minMs, maxMs] = [Math.min(...ms), Math.max(...ms)];
  return { medianMs, minMs, maxMs, medianCpuMs: medianMs, paceMs: medianMs, repetitions: ms.length };
}
