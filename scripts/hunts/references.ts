/**
 * Hunts that compare our answers with those of independent programs, over any catalogue: docs/measuring.md tells how to
 * make the files.
 */
import {
  compareEncounters,
  type EncounterAnswers,
  type EncounterQuestions,
} from '../../test/helpers/encounterGolden.js';
import {
  compareLooks,
  type Comparison,
  type LookGolden,
  comparePasses,
  type PassAnswers,
  type PassQuestions,
  passFinder,
} from '../../test/helpers/passGolden.js';
import { compareOverlaps, type OverlapAnswers, type OverlapQuestions } from '../../test/helpers/overlapGolden.js';
import type { Hunting } from './hunting.js';

const MOST_OFF = { deg: 0.01, km: 0.1 };

/** Compares passes with Skyfield's: each pass must be found by both programs. Files: questions, answers. */
export function passes(hunting: Hunting): void {
  const { core, file } = hunting;
  const questions = file(0) as PassQuestions;
  const find = passFinder(core, Date.parse(questions.start) * 1000, questions.minutes);
  tell(hunting, comparePasses(find, questions, file(1) as PassAnswers), 'highest elevation');
}

/**
 * Compares encounters with those by brute force: each that lasts more than 0.5 s must be found by both programs. Files:
 * questions, answers.
 */
export function encounters(hunting: Hunting): void {
  const { core, file } = hunting;
  const found = compareEncounters(core, file(0) as EncounterQuestions, file(1) as EncounterAnswers);
  tell(hunting, found, 'smallest separation');
}

function tell(
  { check, print }: Hunting,
  { compared, edgeSeconds, angleDeg, missed, invented }: Comparison,
  angle: string,
): void {
  check(true, () => '', compared);
  for (const where of [...missed, ...invented]) check(false, () => where, 0);
  print(`  begins and ends: ${edgeSeconds.worst.toFixed(3)} s at most (${edgeSeconds.where})`);
  print(`  ${angle}: ${angleDeg.worst.toFixed(5)} deg at most (${angleDeg.where})`);
}

/**
 * Compares directions, ranges and separations of satellites with those by python-sgp4 and plain rotations. File: looks.
 */
export function looks({ core, file, check }: Hunting): void {
  const { compared, azimuthDeg, elevationDeg, separationDeg, rangeKm } = compareLooks(core, file(0) as LookGolden);
  const isSame = Math.max(azimuthDeg, elevationDeg, separationDeg) < MOST_OFF.deg && rangeKm < MOST_OFF.km;
  const told = JSON.stringify({ azimuthDeg, elevationDeg, separationDeg, rangeKm });
  check(isSame, () => `at most ${told}`, compared);
}

/** Compares counts by overlap with those by python-sgp4 and brute force. Files: questions, answers. */
export async function overlap({ core, file, check }: Hunting): Promise<void> {
  const questions = file(0) as OverlapQuestions;
  const { differing } = await compareOverlaps(core, questions, file(1) as OverlapAnswers);
  check(true, () => '', questions.questions.length);
  for (const where of differing) check(false, () => where, 0);
}
