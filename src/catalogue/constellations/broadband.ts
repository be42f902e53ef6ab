import { bandRead, general, read, type Row } from './row.js';

const STARLINK = [read(10_700, 12_700, 'user'), read(17_800, 18_600, 'gateway'), read(18_800, 19_300, 'gateway')];
const STARLINK_GEN2 = [...STARLINK, read(19_700, 20_200, 'gateway'), read(71_000, 76_000, 'gateway')];
const STARLINK_SOURCE =
  'SpaceNews (10.7 to 12.7 GHz); Trade Law Daily, on blanket licences of gateways (17.8 to 19.3 GHz); SatNOGS DB ' +
  '(11325 to 12450 MHz)';

/**
 * Broadband and direct-to-device constellations. The generations of Starlink are told by the numbers in their names:
 * four digits are versions 1.0 and 1.5, five digits the second generation, 10000 to 19999 its direct-to-cell
 * satellites.
 */
export const broadband: readonly Row[] = [
  {
    key: 'starlink-dtc',
    operator: 'SpaceX',
    orbits: 'LEO',
    pattern: /^STARLINK-(1\d{4}\b|.*\[DTC\])/,
    downlinks: [
      read(1990, 1995, 'to phones in the United States'),
      // Elsewhere the band is that of a partner on the ground, within 1429 to 2690 MHz.
      general(1429, 1518, 'to phones'),
      general(1805, 1880, 'to phones'),
      general(1930, 1990, 'to phones'),
      general(2110, 2170, 'to phones'),
      general(2620, 2690, 'to phones'),
      ...STARLINK_GEN2,
    ],
    // No minimum elevation: the filing that gives 25 degrees for the Ku and Ka links does not describe the cellular
    // link.
    source: 'as starlink-gen2; TLP Law, 2024-11-27, on the grant for direct to cell (1990 to 1995 MHz)',
  },
  {
    key: 'starlink-gen2',
    operator: 'SpaceX',
    orbits: 'LEO',
    pattern: /^STARLINK-[2-9]\d{4}\b/,
    downlinks: STARLINK_GEN2,
    // As the first generation: application SAT-LOA-20200526-00055.
    minElevationDeg: 25,
    source: `${STARLINK_SOURCE}; SpaceX, waiver requests on FCC 22-91 (19.7 to 20.2 GHz); Starlink Insider (E band)`,
  },
  {
    key: 'starlink',
    operator: 'SpaceX',
    orbits: 'LEO',
    pattern: /^STARLINK/,
    downlinks: STARLINK,
    // 25 degrees holds for user and gateway beams: SAT-MOD-20200417-00037, granted in FCC 21-48 (2021). The exception
    // that the filing makes for gateways near the poles is left out.
    minElevationDeg: 25,
    source: STARLINK_SOURCE,
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
  {
    key: 'lynk',
    operator: 'Lynk',
    orbits: 'LEO',
    pattern: /^LYNK/,
    downlinks: [read(2259, 2261), general(617, 960, 'to phones')],
    source: 'SatNOGS DB (2260 MHz)',
  },
];
