/**
 * Puts our counts by overlap of frequencies beside those of a reference:
 *
 *   tsx scripts/goldens/overlapQuestions.ts CATALOGUE TRANSMITTERS > questions.json
 *   /usr/bin/python3 scripts/goldens/overlap.py questions.json > answers.json
 *   tsx scripts/huntOverlap.ts questions.json answers.json
 *
 * Exit code 1 when any differs.
 */
import { readFileSync } from 'node:fs';
import { createOwnedCore } from '../src/core/instance.js';
import { compareOverlaps, type OverlapAnswers, type OverlapQuestions } from '../test/helpers/overlapGolden.js';

const [questionFile, answerFile] = process.argv.slice(2);
if (questionFile === undefined || answerFile === undefined) {
  throw new Error('usage: tsx scripts/huntOverlap.ts QUESTIONS ANSWERS');
}
const questions = JSON.parse(readFileSync(questionFile, 'utf8')) as OverlapQuestions;
const answers = JSON.parse(readFileSync(answerFile, 'utf8')) as OverlapAnswers;
const { differing, counted } = await compareOverlaps(await createOwnedCore(1024), questions, answers);
const summary = `${questions.questions.length} questions, ${counted} with a count above 0: ${differing.length} differ`;
process.stdout.write([summary, ...differing, ''].join('\n'));
process.exitCode = differing.length === 0 ? 0 : 1;
