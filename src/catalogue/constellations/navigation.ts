import { bandRead, read, type Row } from './row.js';

const BEIDOU = [read(1166, 1217, 'B2'), read(1258, 1279, 'B3'), read(1559, 1592, 'B1')];
const BEIDOU_SOURCE = 'Stellarium Satellites plugin; SatNOGS DB';

/** Satellite navigation. */
export const navigation: readonly Row[] = [
  {
    key: 'gps',
    operator: 'US Space Force (GPS)',
    orbits: 'MEO',
    pattern: /^(NAVSTAR|GPS)/,
    downlinks: [read(1164, 1189, 'L5 1176.45'), read(1215, 1240, 'L2 1227.6'), read(1563, 1587, 'L1 1575.42')],
    source: 'Stellarium Satellites plugin',
  },
  {
    key: 'galileo',
    operator: 'EUSPA / European Commission',
    orbits: 'MEO',
    pattern: /^(GSAT0|GALILEO)/,
    downlinks: [read(1164, 1215, 'E5a/E5b'), read(1260, 1300, 'E6'), read(1559, 1592, 'E1')],
    source: 'Stellarium Satellites plugin',
  },
  {
    key: 'glonass',
    operator: 'Roscosmos / Russian MoD',
    orbits: 'MEO',
    pattern:
      /^(.*GLONASS|COSMOS (2432|2433|2434|2436|2456|2457|2458|2459|2460|2464|2465|2466|2474|2475|2476|2477|2478|2485|2492|2500|2501|2514|2516|2522|2527|2529|2534|2544|2545|2547|2557|2559|2564|2569|2584|2596)\b)/,
    downlinks: [read(1200, 1204), read(1242, 1252), read(1592, 1610)],
    source: 'Stellarium Satellites plugin (1202.025, 1248.06, 1600.995 MHz)',
  },
  {
    key: 'beidou-geo',
    operator: 'CSNO (BeiDou)',
    orbits: 'GEO',
    pattern: /^BEIDOU-?\d? G\d/,
    downlinks: [...BEIDOU, bandRead(2483.5, 2500, 'short messages')],
    source: `${BEIDOU_SOURCE}; IoT Forums, on short messages (S band, geostationary satellites only)`,
  },
  {
    key: 'beidou',
    operator: 'CSNO (BeiDou)',
    orbits: 'MEO/IGSO',
    pattern: /^BEIDOU/,
    downlinks: BEIDOU,
    source: BEIDOU_SOURCE,
  },
  {
    key: 'qzss',
    operator: 'Cabinet Office Japan',
    orbits: 'IGSO/GEO',
    pattern: /^(QZS|MICHIBIKI)/,
    downlinks: [read(1164, 1189), read(1215, 1240), read(1260, 1300), read(1563, 1587)],
    source: 'Stellarium Satellites plugin',
  },
  {
    key: 'nvs',
    operator: 'ISRO',
    orbits: 'GEO/IGSO',
    pattern: /^NVS/,
    downlinks: [read(1164, 1189, 'L5'), read(1563, 1587, 'L1'), read(2483.5, 2500, 'S')],
    source: 'Stellarium Satellites plugin (1176.45, 2492.028 MHz); Wikipedia, NVS-01 (L1, 1575.42 MHz)',
  },
  {
    key: 'navic',
    operator: 'ISRO',
    orbits: 'GEO/IGSO',
    pattern: /^IRNSS/,
    downlinks: [read(1164, 1189), read(2483.5, 2500)],
    source: 'Stellarium Satellites plugin (1176.45, 2492.028 MHz)',
  },
  {
    key: 'centispace',
    operator: 'CentiSpace (Future Navigation)',
    orbits: 'LEO',
    pattern: /^CENTISPACE/,
    downlinks: [read(1166, 1187), read(1565, 1586), read(2200, 2290)],
    source: 'SatNOGS DB',
  },
];
