import { readFileSync } from 'node:fs';
import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { compareOverlaps, type OverlapAnswers, type OverlapQuestions } from '../helpers/overlapGolden.js';

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../golden/overlap/${name}.json`, import.meta.url), 'utf8'));

test('counts by overlap equal those of python3-sgp4, healpy and brute force', async (t) => {
  const questions = golden('questions') as OverlapQuestions;
  const core = await createOwnedCore(256);
  const { differing, counted } = await compareOverlaps(core, questions, golden('answers') as OverlapAnswers);
  t.deepEqual(differing, []);
  t.true(questions.questions.length === 500 && counted > 150);
});
