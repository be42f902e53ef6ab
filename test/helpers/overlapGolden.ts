import { createPool } from '../../src/compute/pool.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { findOthers } from '../../src/compute/matching.js';
import type { BandChoice } from '../../src/spec.js';
import { anyone, bench } from './analysis.js';
import { type ElementsRow, elementsOf } from './elements.js';
import { loadWindow } from '../../src/memory/loadedWindow.js';

type Pair = readonly [lowHz: number, highHz: number];

export interface OverlapQuestion {
  norad: number;
  lat: number;
  lon: number;
  epoch: number;
  band: BandChoice;
  carrier?: Pair;
}

/** Questions as scripts/goldens/overlap.py reads them. */
export interface OverlapQuestions {
  start: string;
  nside: number;
  satellites: (ElementsRow & { bands: number; ranges: Pair[] })[];
  questions: OverlapQuestion[];
}

/**
 * Answers of scripts/goldens/overlap.py: for each question the count, the number of satellites that overlap, and the
 * smallest difference in degrees of an elevation from its minimum.
 */
export interface OverlapAnswers {
  answers: { intensity: number; members: number; margin: number }[];
}

export interface OverlapComparison {
  /** Descriptions of questions with another answer. */
  differing: string[];
  /** Number of questions with a count above 0. */
  counted: number;
}

/** Degrees from a satellite's minimum elevation within which rounding may make two implementations differ. */
const TIE_DEG = 1e-5;

/** Asks the questions and compares the answers. */
export async function compareOverlaps(
  core: OwnedCore,
  { start, nside, satellites, questions }: OverlapQuestions,
  { answers }: OverlapAnswers,
): Promise<OverlapComparison> {
  if (answers.length !== questions.length)
    throw new Error(`${answers.length} answers to ${questions.length} questions`);
  const pool = await createPool(core, 1);
  const { analysis, windows } = bench(core, pool, { cacheBytes: 16 * 2 ** 20 });
  const header = {
    id: 1,
    identity: '',
    startUs: Date.parse(start) * 1000,
    epochCount: 10_080,
    nside,
    minElevationDeg: 10,
  };
  const window = loadWindow(
    core,
    header,
    satellites.map((row) => ({
      noradNumber: row.norad,
      elements: elementsOf(row),
      bands: row.bands,
      minElevationDeg: row.minElevation,
      downlinks: row.ranges.map(([lowHz, highHz]) => {
        return { lowHz, highHz, source: 'table', rule: 'given', assumed: false };
      }),
    })),
  );
  windows.publish(window);
  const differing: string[] = [];
  let counted = 0;
  try {
    for (const [q, { norad, lat, lon, epoch, band, carrier: pair }] of questions.entries()) {
      const carrier =
        pair === undefined
          ? undefined
          : { lowHz: pair[0], highHz: pair[1], source: 'request' as const, assumed: false };
      const match = { band, match: 'overlap', carrier } as const;
      const { length: members } = findOthers(window, { norad, ...match }).satellites;
      const asked = { window, norad, latDeg: lat, lonDeg: lon, epoch, ...match };
      const { intensity } = await analysis.point(asked, anyone);
      const answer = answers[q];
      if (intensity > 0) counted++;
      if (members !== answer?.members) differing.push(`${q}: ${members} overlap, ${answer?.members} expected`);
      else if (intensity !== answer.intensity && answer.margin > TIE_DEG) {
        differing.push(`${q}: ${intensity}, ${answer.intensity} expected`);
      }
    }
  } finally {
    await pool.close();
  }
  return { differing, counted };
}
