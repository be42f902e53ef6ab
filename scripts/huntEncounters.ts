/**
 * Puts our encounters beside those of a search by brute force:
 *
 *   tsx scripts/goldens/encounterQuestions.ts CATALOGUE STATIONS > questions.json
 *   /usr/bin/python3 scripts/goldens/encounters.py questions.json > answers.json
 *   tsx scripts/huntEncounters.ts questions.json answers.json
 *
 * Exit code 1 when only one of both has an encounter of more than half a second.
 */
import { readFileSync } from 'node:fs';
import { createOwnedCore } from '../src/core/instance.js';
import { compareEncounters, type EncounterAnswers, type EncounterQuestions } from '../test/helpers/encounterGolden.js';

const [questionFile, answerFile] = process.argv.slice(2);
if (questionFile === undefined || answerFile === undefined) {
  throw new Error('usage: tsx scripts/huntEncounters.ts QUESTIONS ANSWERS');
}
const questions = JSON.parse(readFileSync(questionFile, 'utf8')) as EncounterQuestions;
const answers = JSON.parse(readFileSync(answerFile, 'utf8')) as EncounterAnswers;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const core = await createOwnedCore(64);
const { compared, edgeSeconds, closestDeg, missed, invented } = compareEncounters(core, questions, answers);
print(`${questions.questions.length} questions: ${compared} encounters compared`);
print(`  edges: ${edgeSeconds.worst.toFixed(3)} s at most (${edgeSeconds.where})`);
print(`  smallest separation: ${closestDeg.worst.toFixed(5)} deg at most (${closestDeg.where})`);
for (const [what, list] of Object.entries({ missed, invented })) {
  print(`  ${what}: ${list.length}`);
  for (const where of list) print(`    ${where}`);
}
process.exitCode = missed.length + invented.length === 0 ? 0 : 1;
