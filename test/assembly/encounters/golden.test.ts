import { readFileSync } from 'node:fs';
import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import { compareEncounters, type EncounterAnswers, type EncounterQuestions } from '../../helpers/encounterGolden.js';
import { debugCore } from '../../helpers/kernels.js';
import { compareLooks, type LookGolden } from '../../helpers/passGolden.js';

function golden(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../golden/encounters/${name}.json`, import.meta.url), 'utf8'));
}

const core = await createOwnedCore(64, debugCore);

test('satellites stand where python’s sgp4 and rotations about the axes have them', (t) => {
  const worst = compareLooks(core, golden('looks') as LookGolden);
  t.is(worst.compared, 1000);
  t.true(worst.azimuthDeg < 1e-4, `azimuth differs by ${worst.azimuthDeg}`);
  t.true(worst.elevationDeg < 1e-4, `elevation differs by ${worst.elevationDeg}`);
  t.true(worst.separationDeg < 1e-4, `separation differs by ${worst.separationDeg}`);
  t.true(worst.rangeKm < 1e-3, `range differs by ${worst.rangeKm}`);
});

test('encounters are those that a search every tenth of a second by python’s sgp4 finds', (t) => {
  const questions = golden('questions') as EncounterQuestions;
  const found = compareEncounters(core, questions, golden('answers') as EncounterAnswers);
  t.deepEqual([found.missed, found.invented], [[], []]);
  t.true(found.compared > 100);
  t.true(found.edgeSeconds.worst <= 0.1, `an edge differs by ${found.edgeSeconds.worst} s: ${found.edgeSeconds.where}`);
  t.true(found.closestDeg.worst <= 0.001, `a separation by ${found.closestDeg.worst}: ${found.closestDeg.where}`);
});
