/**
 * Puts our passes beside those of a reference:
 *
 *   tsx scripts/goldens/passQuestions.ts CATALOGUE STATIONS > questions.json
 *   /usr/bin/python3 scripts/goldens/passes.py questions.json > answers.json
 *   tsx scripts/huntPasses.ts questions.json answers.json
 *
 * Exit code 1 when only one of both has a pass.
 */
import { readFileSync } from 'node:fs';
import { createOwnedCore } from '../src/core/instance.js';
import { comparePasses, type PassAnswers, type PassQuestions } from '../test/helpers/passGolden.js';
import { passFinder } from '../test/helpers/passes.js';

const [questionFile, answerFile] = process.argv.slice(2);
if (questionFile === undefined || answerFile === undefined) {
  throw new Error('usage: tsx scripts/huntPasses.ts QUESTIONS ANSWERS');
}
const questions = JSON.parse(readFileSync(questionFile, 'utf8')) as PassQuestions;
const answers = JSON.parse(readFileSync(answerFile, 'utf8')) as PassAnswers;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const core = await createOwnedCore(16);
const find = passFinder(core, Date.parse(questions.start) * 1000, questions.minutes);
const { compared, edgeSeconds, elevationDeg, missed, invented } = comparePasses(find, questions, answers);
print(`${questions.satellites.length} satellites, ${questions.sites.length} sites: ${compared} passes compared`);
print(`  aos, los: ${edgeSeconds.worst.toFixed(3)} s at most (${edgeSeconds.where})`);
print(`  highest elevation: ${elevationDeg.worst.toFixed(5)} deg at most (${elevationDeg.where})`);
for (const [what, list] of Object.entries({ missed, invented })) {
  print(`  ${what}: ${list.length}`);
  for (const where of list) print(`    ${where}`);
}
process.exitCode = missed.length + invented.length === 0 ? 0 : 1;
