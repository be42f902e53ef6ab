import test from 'ava';
import { cellText, listText, mapSentence, skySentence, whenText } from '../../../src/web/stage/words.js';
import { colocatedText } from '../../../src/web/data/interferer.js';
import { interferer } from '../interferer.js';

const NOON = Date.parse('2026-11-22T12:06:00Z');
const TOLD = { name: 'ISS', when: 'at 12:06 UTC', band: 'all', match: 'overlap' } as const;
const KNOWN = { isPlaced: true, isKnown: true };

test('an instant has its day unless that is today’s, and its seconds where it has any', (t) => {
  t.is(whenText(NOON, NOON + 3_600_000), 'at 12:06 UTC');
  t.is(whenText(NOON + 30_000, NOON), 'at 12:06:30 UTC');
  t.is(whenText(NOON, NOON + 86_400_000), 'at Sun 22 Nov, 12:06 UTC');
});

test('the map is told in a sentence, whatever is counted', (t) => {
  const told = (low: number, high: number, match: 'overlap' | 'band' = 'overlap') =>
    mapSentence({ ...TOLD, match }, KNOWN, { low, high });
  t.is(
    told(12, 1040),
    'Where ISS is in view at 12:06 UTC, 12 to 1,040 other satellites on its frequencies are in view too.',
  );
  t.is(told(1, 1, 'band'), 'Where ISS is in view at 12:06 UTC, 1 other satellite in its band is in view too.');
  t.is(told(0, 0), 'Where ISS is in view at 12:06 UTC, no other satellites on its frequencies are in view.');
});

test('a map without data says why', (t) => {
  t.is(mapSentence(TOLD, KNOWN, undefined), 'Loading where ISS is in view at 12:06 UTC…');
  t.is(
    mapSentence({ ...TOLD, band: 'S' }, { ...KNOWN, isKnown: false }, undefined),
    'No downlink of ISS is known in band S, so nothing can be said about interference with it.',
  );
  t.is(
    mapSentence(TOLD, { isPlaced: false, isKnown: true }, undefined),
    'No data at 12:06 UTC: ISS cannot be propagated to this minute.',
  );
});

test('a cell without a count is out of view, or in view beside its centre; nothing is said of unknown ones', (t) => {
  const at = (elevationDeg: number, isKnown = true) => ({ elevationDeg, minElevationDeg: 10, isKnown });
  t.is(cellText(0, at(40)), 'The cell’s count: 0 in view');
  t.is(cellText(undefined, at(9.9)), 'Out of view: below 10°');
  t.is(cellText(undefined, at(10)), 'In view, but not from the cell’s centre: not counted');
  t.is(cellText(undefined, at(40, false)), 'Nothing known');
  t.is(cellText(undefined, at(Number.NaN)), 'Nothing known');
});

const SKY = {
  tracked: { azimuthDeg: 212.41, elevationDeg: 41.23, rangeKm: 1002.4 },
  isInView: true,
  isDownlinkKnown: true,
  count: 1203,
  interferers: [interferer({ name: 'NEAR', separationDeg: 0.4123 }), interferer({ separationDeg: 7 })],
};

test('the sky is told in a sentence: where the satellite stands, how many others, who is nearest', (t) => {
  const told = { ...TOLD, receiver: 'Berlin' };
  const stands = 'At 12:06 UTC, ISS stands at azimuth 212.4°, elevation 41.2°, 1,002 km away.';
  const many = '1,203 other satellites on its frequencies are in view';
  t.is(skySentence(told, SKY, 5), `${stands} ${many}, 1 in your beam of 5°; nearest is NEAR at 0.41°.`);
  t.is(skySentence(told, { ...SKY, interferers: [], count: 0 }, 5), `${stands} No ${many.slice(6)}.`);
  t.is(
    skySentence(told, { ...SKY, isDownlinkKnown: false }, 5),
    `${stands} No downlink of ISS is known, so nothing can be said about interference with it.`,
  );
  t.is(
    skySentence(told, { ...SKY, isInView: false }, 5),
    'At 12:06 UTC, ISS is out of view of Berlin, at elevation 41.2°.',
  );
  t.is(
    skySentence(told, { ...SKY, tracked: undefined }, 5),
    'No data at 12:06 UTC: ISS cannot be propagated to this minute.',
  );
});

test('lists of names are cut, and co-located satellites have a line', (t) => {
  t.is(listText(['a', 'b', 'c']), 'a, b, c');
  t.is(listText(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more');
  t.deepEqual([[], ['a'], ['a', 'b']].map(colocatedText), [
    undefined,
    '1 co-located satellite not counted',
    '2 co-located satellites not counted',
  ]);
});
