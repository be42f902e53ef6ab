import { bandRead, general, read, type Row } from './row.js';

/** Scientific and experimental satellites, most of them in high orbits. */
export const science: readonly Row[] = [
  {
    key: 'geospace',
    operator: 'NASA',
    orbits: 'HEO',
    pattern: /^(POLAR|IMAGE)$/,
    downlinks: [bandRead(2200, 2290)],
    source: 'SatNOGS DB (2264.99, 2275.91 MHz)',
  },
  {
    key: 'nasa-science',
    operator: 'NASA',
    orbits: 'HEO',
    pattern: /^(THEMIS [A-E]|MMS [1-4]|CXO)$/,
    downlinks: [general(2200, 2290)],
    source: 'general knowledge',
  },
  {
    key: 'sdo',
    operator: 'NASA',
    orbits: 'GEO',
    pattern: /^SDO$/,
    downlinks: [bandRead(25_500, 27_000), general(2200, 2290)],
    source: 'NASA, SDO specifications (Ka band, about 26 GHz)',
  },
  {
    key: 'cluster',
    operator: 'ESA',
    orbits: 'HEO',
    pattern: /^CLUSTER II-/,
    downlinks: [read(2248, 2250), read(2276, 2278.5)],
    source: 'SatNOGS DB (2249.01, 2277 to 2277.5 MHz)',
  },
  {
    key: 'esa-science',
    operator: 'ESA',
    orbits: 'HEO',
    pattern: /^(XMM-NEWTON|PROBA-3 )/,
    downlinks: [general(2200, 2290)],
    source: 'general knowledge',
  },
  {
    key: 'arase',
    operator: 'JAXA',
    orbits: 'HEO',
    pattern: /^ARASE/,
    downlinks: [general(2200, 2290), general(8400, 8500)],
    source: 'general knowledge',
  },
  {
    key: 'ao-10',
    operator: 'AMSAT',
    orbits: 'HEO',
    pattern: /^PHASE 3B/,
    downlinks: [read(145.8, 146)],
    source: 'SatNOGS DB (145.81 to 145.987 MHz)',
  },
  {
    key: 'nts-3',
    operator: 'US AFRL (NTS-3)',
    orbits: 'GEO',
    pattern: /^NTS-3/,
    downlinks: [general(1164, 1189), general(1215, 1240), general(1563, 1587)],
    source: 'general knowledge',
  },
];
