import { bandRead, general, read, type Row } from './row.js';

/** Broadband and direct-to-device constellations. */
export const broadband: readonly Row[] = [
  {
    key: 'starlink-dtc',
    operator: 'SpaceX',
    orbits: 'LEO',
    pattern: /^STARLINK-.*\[DTC\]/,
    downlinks: [
      general(1990, 1995, 'direct-to-cell PCS G'),
      read(10_700, 12_700),
      general(17_800, 18_600),
      general(18_800, 19_300),
      read(71_000, 76_000, 'Gen2 gateways'),
    ],
    timing: 'manoeuvring',
    // No minimum elevation: the filing that gives 25 degrees for the Ku and Ka links does not describe the cellular
    // link.
    source: 'as Starlink; the direct-to-cell range is general knowledge',
  },
  {
    key: 'starlink',
    operator: 'SpaceX',
    orbits: 'LEO',
    pattern: /^STARLINK/,
    downlinks: [
      read(10_700, 12_700, 'user'),
      general(17_800, 18_600, 'gateway'),
      general(18_800, 19_300, 'gateway'),
      read(71_000, 76_000, 'Gen2 gateway'),
    ],
    // 25 degrees holds for user and gateway beams: SAT-MOD-20200417-00037, granted in FCC 21-48 (2021). The exception
    // that the filing makes for gateways near the poles is left out.
    minElevationDeg: 25,
    timing: 'manoeuvring',
    source: 'SpaceNews (10.7 to 12.7 GHz); Starlink Insider (E band, Gen2 only); SatNOGS DB (11325 to 12450 MHz)',
  },
  {
    key: 'oneweb',
    operator: 'Eutelsat OneWeb',
    orbits: 'LEO',
    pattern: /^ONEWEB/,
    downlinks: [read(10_700, 12_700, 'user'), general(17_800, 18_600, 'gateway'), general(18_800, 19_300, 'gateway')],
    source: 'FCC DA 22-970, paragraph 2',
  },
  {
    key: 'kuiper',
    operator: 'Amazon Leo (Kuiper)',
    orbits: 'LEO',
    pattern: /^KUIPER/,
    downlinks: [bandRead(17_700, 18_600), bandRead(18_800, 20_200)],
    // SAT-LOA-20190704-00057 (granted in FCC 20-102): 35 degrees for customers, 20 for gateways in the same bands.
    minElevationDeg: 20,
    source: 'FCC application SAT-LOA-20190704-00057; edges from general knowledge',
  },
  {
    key: 'qianfan',
    operator: 'Shanghai SpaceSail (Qianfan/G60)',
    orbits: 'LEO',
    pattern: /^(QIANFAN|G60|GESI)/,
    downlinks: [general(10_700, 12_700), general(17_700, 20_200)],
    source: 'general knowledge, low confidence',
  },
  {
    key: 'guowang',
    operator: 'China SatNet (Guowang/Hulianwang)',
    orbits: 'LEO',
    pattern: /^(HULIANWANG|GUOWANG|XINGWANG)/,
    downlinks: [
      general(10_700, 12_700),
      general(17_700, 20_200),
      general(37_500, 42_500, 'ITU filing GW, may not be flown'),
    ],
    source: 'general knowledge, low confidence',
  },
  {
    key: 'o3b',
    operator: 'SES (O3b / mPOWER)',
    orbits: 'MEO',
    pattern: /^O3B/,
    downlinks: [bandRead(17_700, 20_200)],
    source: 'O3b mPOWER, published description (full Ka-band spectrum)',
  },
  {
    key: 'bluebird',
    operator: 'AST SpaceMobile',
    orbits: 'LEO',
    pattern: /^(SPACEMOBILE|BLUEWALKER|BLUEBIRD)/,
    downlinks: [read(430, 440), read(2200, 2290), general(617, 960, 'cellular'), general(37_500, 42_500, 'feeder')],
    source: 'SatNOGS DB (430.5 to 439.5, 2225, 2235 MHz)',
  },
];
