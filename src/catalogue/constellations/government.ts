import { general, read, type Row } from './row.js';

/** Crewed stations, relay and military satellites. */
export const government: readonly Row[] = [
  {
    key: 'iss',
    operator: 'ISS partners',
    orbits: 'LEO',
    pattern: /^ISS/,
    downlinks: [read(143.6, 145.9), read(437.5, 438), read(2200, 2290), read(14_900, 15_100)],
    source: 'SatNOGS DB; Stellarium Satellites plugin',
  },
  {
    key: 'css',
    operator: 'CMSA (Tiangong)',
    orbits: 'LEO',
    pattern: /^CSS/,
    downlinks: [read(145.8, 146), read(436.5, 437.6), read(2200, 2290)],
    source: 'SatNOGS DB',
  },
  {
    key: 'tdrs',
    operator: 'NASA (TDRS)',
    orbits: 'GEO',
    pattern: /^TDRS/,
    downlinks: [
      general(13_400, 14_050, 'space-ground'),
      general(2025, 2120, 'forward to users'),
      general(22_550, 23_550, 'forward'),
    ],
    source: 'general knowledge',
  },
  {
    key: 'muos',
    operator: 'US Navy (MUOS/UFO)',
    orbits: 'GEO',
    pattern: /^(MUOS|UFO)/,
    downlinks: [general(243, 270), general(360, 380), general(20_200, 21_200)],
    source: 'general knowledge',
  },
  {
    key: 'wgs',
    operator: 'US Space Force (WGS/DSCS)',
    orbits: 'GEO',
    pattern: /^(WGS|DSCS)/,
    downlinks: [general(7250, 7750), general(20_200, 21_200)],
    source: 'general knowledge',
  },
  {
    key: 'dmsp',
    operator: 'US Space Force (DMSP)',
    orbits: 'LEO',
    pattern: /^DMSP/,
    downlinks: [read(2200, 2290), read(400.1, 401)],
    source: 'SatNOGS DB',
  },
  {
    key: 'yaogan',
    operator: 'PRC MoD',
    orbits: 'LEO',
    pattern: /^YAOGAN/,
    downlinks: [read(2200, 2300), general(8025, 8400)],
    source: 'SatNOGS DB (2207 to 2296 MHz)',
  },
  {
    key: 'rodnik',
    operator: 'Russian MoD (Strela/Rodnik, other COSMOS)',
    orbits: 'LEO',
    pattern: /^COSMOS/,
    downlinks: [read(387, 390), read(149.9, 150.1), read(2280, 2285)],
    source: 'SatNOGS DB',
  },
];
