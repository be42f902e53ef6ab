import { readFileSync } from 'node:fs';
import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { passFinder, comparePasses, type PassAnswers, type PassQuestions } from '../../helpers/passGolden.js';

function golden(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../golden/passes/${name}.json`, import.meta.url), 'utf8'));
}

test('passes are those of Skyfield', async (t) => {
  const questions = golden('questions') as PassQuestions;
  const answers = golden('answers') as PassAnswers;
  const core = await createOwnedCore(16, debugCore);
  const find = passFinder(core, Date.parse(questions.start) * 1000, questions.minutes);
  const { compared, edgeSeconds, elevationDeg, missed, invented } = comparePasses(find, questions, answers);
  t.deepEqual([missed, invented], [[], []]);
  t.true(compared > 1000);
  t.true(edgeSeconds.worst <= 1, `aos or los differs by ${edgeSeconds.worst} s at ${edgeSeconds.where}`);
  t.true(elevationDeg.worst <= 0.01, `maximum elevation differs by ${elevationDeg.worst} at ${elevationDeg.where}`);
});
