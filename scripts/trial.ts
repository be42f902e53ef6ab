/**
 * `npm run trial NAME [-- OPTIONS]`: runs the built service as its operators do, makes its life hard, and measures what its
 * clients notice. Everything runs on 127.0.0.1 and ends with the trial.
 */
const TRIALS: Readonly<Record<string, () => Promise<{ trial: (args: string[]) => Promise<boolean> }>>> = {
  answers: () => import('./trials/answers/answers.js'),
  faults: () => import('./trials/faults.js'),
  kills: () => import('./trials/kills.js'),
  overload: () => import('./trials/overload.js'),
  slow: () => import('./trials/slow.js'),
  soak: () => import('./trials/soak.js'),
  stops: () => import('./trials/stops.js'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = TRIALS[name];
if (load === undefined) {
  process.stderr.write(`usage: npm run trial NAME [-- OPTIONS], NAME one of ${Object.keys(TRIALS).join(', ')}\n`);
  process.exit(2);
}
const { trial } = await load();
if (!(await trial(args))) process.exitCode = 1;
