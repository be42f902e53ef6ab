import test from 'ava';
import { readCoordinates } from '../../src/web/data/readCoordinates.js';

const BERLIN = { latDeg: 52.52, lonDeg: 13.405 };

test('coordinates are read as people write them', (t) => {
  for (const text of [
    '52.52, 13.405',
    '52.52,13.405',
    '52.52 13.405',
    ' 52.52;13.405 ',
    '52,52 13,405',
    '52,52; 13,405',
    '52,52, 13,405',
    '52.52N 13.405E',
    '52.52 n, 13.405 e',
    'N52.52 E13.405',
    '52.52°N, 13.405°E',
    '52.52° N 13.405° E',
    '13.405E 52.52N',
    `52°31.2'N 13°24.3'E`,
    '52°31.2′ N, 13°24.3′ E',
    `52°31'12"N 13°24'18"E`,
    '52°31’12”N 13°24’18”E',
    '52 31.2 N 13 24.3 E',
    'N 52 31 12 E 13 24 18',
    `52°31.2' 13°24.3'`,
  ]) {
    const place = readCoordinates(text);
    t.true(Math.abs((place?.latDeg ?? 0) - BERLIN.latDeg) < 1e-9, text);
    t.true(Math.abs((place?.lonDeg ?? 0) - BERLIN.lonDeg) < 1e-9, text);
  }
});

test('south and west are below 0', (t) => {
  t.deepEqual(readCoordinates('33.5S 70.25W'), { latDeg: -33.5, lonDeg: -70.25 });
  t.deepEqual(readCoordinates('-33,5 -70,25'), { latDeg: -33.5, lonDeg: -70.25 });
  t.deepEqual(readCoordinates('−33.5, −70.25'), { latDeg: -33.5, lonDeg: -70.25 });
  t.deepEqual(readCoordinates(`-33°30' -70°15'`), { latDeg: -33.5, lonDeg: -70.25 });
  t.deepEqual(readCoordinates(`33°30'S 70°15'W`), { latDeg: -33.5, lonDeg: -70.25 });
});

test('text that names no place on earth is refused', (t) => {
  // O is east in German, and west in French.
  t.is(readCoordinates('52.52N 13.405O'), undefined);
  for (const text of ['', 'Berlin', '52', '91, 0', '0, 181', '1, 2, 3', '52N 13N', `52°61'N 13°0'E`, 'N E', '1e1, 2']) {
    t.is(readCoordinates(text), undefined, text);
  }
});
