/**
 * Puts where satellites stand in the sky beside what an independent program says:
 *
 *   tsx scripts/goldens/encounterQuestions.ts CATALOGUE STATIONS > questions.json
 *   /usr/bin/python3 scripts/goldens/looks.py questions.json 10000 > looks.json
 *   tsx scripts/huntLooks.ts looks.json
 *
 * Exit code 1 when an angle differs by 0.01 degrees or a range by 0.1 km.
 */
import { readFileSync } from 'node:fs';
import { createOwnedCore } from '../src/core/instance.js';
import { compareLooks, type LookGolden } from '../test/helpers/lookGolden.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: tsx scripts/huntLooks.ts LOOKS');
const worst = compareLooks(await createOwnedCore(256), JSON.parse(readFileSync(file, 'utf8')) as LookGolden);
process.stdout.write(
  `${worst.compared} looks: azimuth ${worst.azimuthDeg.toFixed(5)}, elevation ${worst.elevationDeg.toFixed(5)}, ` +
    `separation ${worst.separationDeg.toFixed(5)} deg, range ${worst.rangeKm.toFixed(4)} km at most\n`,
);
process.exitCode =
  Math.max(worst.azimuthDeg, worst.elevationDeg, worst.separationDeg) < 0.01 && worst.rangeKm < 0.1 ? 0 : 1;
