import { bandRead, C, C_EXTENDED, fleet, general, GENERAL, KU, KU_FIXED, read, type Row } from './row.js';

/** Russian satellites that no other file has, and Kazakhstan's. */
export const russia: readonly Row[] = [
  // EXPRESS-MD2 was stranded below its orbit in 2012.
  fleet('express-ku', 'RSCC (Express)', /^EXPRESS-(AT|AMU1)/, [KU_FIXED]),
  fleet('express', 'RSCC (Express)', /^EXPRESS(?!-MD2)[ -]/, [C_EXTENDED, KU_FIXED]),
  fleet('yamal-202', 'Gazprom Space Systems (Yamal)', /^YAMAL 202/, [general(3400, 4200)], GENERAL),
  fleet('yamal-402', 'Gazprom Space Systems (Yamal)', /^YAMAL 402/, [KU_FIXED]),
  fleet('yamal', 'Gazprom Space Systems (Yamal)', /^YAMAL/, [C_EXTENDED, KU_FIXED]),
  fleet('kazsat', 'Kazakhstan (KazSat)', /^KAZSAT/, [KU]),
  fleet(
    'blagovest',
    'Russian MoD',
    /^COSMOS (2520|2526|2533|2539)\b/,
    [C, KU_FIXED, bandRead(17_700, 21_200)],
    'TASS, 2018-02-07, on Blagovest (Ka and Ku band); satellites.xml, March 2026, on COSMOS 2520 (C band)',
  ),
  fleet(
    'raduga',
    'Russian MoD',
    /^RADUGA/,
    [general(3400, 4200), general(7250, 7750)],
    'general knowledge, low confidence',
  ),
  fleet(
    'luch',
    'Roscosmos (Luch)',
    /^LUCH-5[ABV]\b/,
    [read(1563, 1587, 'L1 1575.42'), general(10_700, 11_700, 'to the ground')],
    'GPS World, on Luch-5A (corrections on L1)',
  ),
  {
    key: 'meridian',
    operator: 'Russian MoD',
    orbits: 'HEO',
    pattern: /^MERIDIAN/,
    downlinks: [read(279, 280), read(483, 487), read(992, 993)],
    source: 'SatNOGS DB (279.55, 483.75 to 486.25, 992.45 MHz)',
  },
  {
    key: 'rodnik',
    operator: 'Russian MoD',
    orbits: 'LEO',
    // Strela-3 and Rodnik satellites; the older ones have nothing but their number.
    pattern: /^COSMOS .*\(RODNIK|^COSMOS (2385|2386|2390|2391|2400|2401|2408|2409|2416|243[789]|245[123]|2467|2481)\b/,
    downlinks: [read(387, 390), read(265.9, 266)],
    source: 'SatNOGS DB (387.175 to 388.687, 265.95 MHz)',
  },
  {
    key: 'parus',
    operator: 'Russian MoD',
    orbits: 'LEO',
    pattern: /^COSMOS (2407|2414|2463)\b/,
    downlinks: [read(149.9, 150.05), read(399.8, 400)],
    source: 'SatNOGS DB (149.94, 149.97, 399.84, 399.92 MHz)',
  },
  {
    key: 'cosmos-s-band',
    operator: 'Russian MoD',
    orbits: 'LEO',
    pattern: /^COSMOS (2517|2558|2561|2572|2576|258[1238])\b/,
    downlinks: [bandRead(2200, 2290)],
    source: 'SatNOGS DB (2232 to 2285 MHz)',
  },
  {
    key: 'rassvet',
    operator: 'Bureau 1440 (Rassvet)',
    orbits: 'LEO',
    pattern: /^RASSVET-/,
    downlinks: [general(10_700, 12_700), general(17_700, 20_200)],
    source: 'general knowledge, low confidence',
  },
  {
    key: 'ionosfera',
    operator: 'Roscosmos (Ionosfera-M)',
    orbits: 'LEO',
    pattern: /^IONOSFERA/,
    downlinks: [read(149.9, 150.05), read(399.8, 400)],
    source: 'SatNOGS DB (149.97, 399.92 MHz)',
  },
];
