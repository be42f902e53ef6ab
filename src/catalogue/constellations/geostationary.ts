import { bandRead, C, fleet, general, GENERAL, KA, KU, KU_AMERICAS, read, type Row } from './row.js';

const INMARSAT = 'Inmarsat, published system description';

/** Operators of geostationary fleets all round the Earth. */
export const geostationary: readonly Row[] = [
  fleet(
    'galaxy-c',
    'Intelsat (SES)',
    /^GALAXY 3[12456]\b/,
    [C],
    'satellites.xml, March 2026; general knowledge (no Ku band)',
  ),
  fleet(
    'galaxy',
    'Intelsat (SES)',
    /^(GALAXY|HORIZONS-[14]\b)/,
    [read(3700, 4200), read(11_700, 12_200)],
    'TVTechnology, 2010-06-11, on Galaxy 27; satellites.xml, March 2026',
  ),
  fleet(
    'intelsat-19',
    'Intelsat (SES)',
    /^(INTELSAT 19|IS-19)\b/,
    [C, bandRead(12_250, 12_750)],
    'satellites.xml, March 2026 (12.446 to 12.606 GHz), edges of the bands by allocation',
  ),
  fleet('intelsat-ku', 'Intelsat (SES)', /^(INTELSAT 1[56]|HORIZONS-2)\b/, [general(10_950, 12_750)], GENERAL),
  fleet(
    'intelsat-americas',
    'Intelsat (SES)',
    /^INTELSAT (1[14]|2[13]|3[014]|32E|40E)\b/,
    [C, bandRead(10_950, 12_200)],
    'satellites.xml, March 2026, on Intelsat 14, 21, 23 and 34',
  ),
  fleet(
    'intelsat',
    'Intelsat (SES)',
    /^(INTELSAT|IS-|HORIZONS)/,
    [read(3700, 4200), read(10_950, 11_200), read(11_450, 11_700), read(12_500, 12_750)],
    'TVTechnology, 2012-08-03, on Intelsat 20',
  ),
  fleet(
    'ses-americas',
    'SES',
    /^(SES-([123]|11)\b|AMC-)/,
    [C, KU_AMERICAS],
    'TVTechnology, 2012-08-03, on AMC-2; satellites.xml, March 2026',
  ),
  fleet('ses-c', 'SES', /^SES-(18|19|2[0-2])\b/, [C]),
  fleet('ses-17', 'SES', /^SES-17\b/, [general(17_700, 20_200)], GENERAL),
  fleet('astra', 'SES', /^ASTRA \d/, [KU, general(17_700, 20_200)]),
  fleet('ses-ka', 'SES', /^SES-1[25]\b/, [general(10_700, 12_750), general(17_700, 20_200)], GENERAL),
  fleet('ses', 'SES', /^(SES-\d|NSS-\d)/, [C, KU]),
  fleet('konnect', 'Eutelsat', /^(EUTELSAT )?(KA-SAT|KONNECT)/, [KA]),
  fleet('hotbird', 'Eutelsat', /^(EUTELSAT )?HOT ?BIRD/, [KU]),
  fleet('eutelsat-c', 'Eutelsat', /^EUTELSAT (3B|8 WEST|10B|65|11[57]|17[24])/, [C, KU]),
  fleet('eutelsat-k', 'Eutelsat', /^EUTELSAT (7[ BC]|16)/, [KU, bandRead(21_400, 22_000)]),
  fleet('eutelsat', 'Eutelsat', /^EUTELSAT/, [KU]),
  fleet('inmarsat-6', 'Viasat (Inmarsat GX)', /^INMARSAT 6/, [read(1525, 1559), read(17_700, 20_200)], INMARSAT),
  fleet('inmarsat-gx', 'Viasat (Inmarsat GX)', /^INMARSAT (5|GX)/, [read(17_700, 20_200)], INMARSAT),
  fleet(
    'inmarsat',
    'Viasat (Inmarsat)',
    /^(INMARSAT|ALPHASAT)/,
    [read(1518, 1559), read(3550, 3700, 'feeder')],
    `${INMARSAT}; SatNOGS DB (1545.95 MHz)`,
  ),
  fleet(
    'viasat',
    'Viasat',
    /^(VIASAT|WILDBLUE)/,
    [read(18_300, 19_300), read(19_700, 20_200)],
    'TVTechnology, 2015-06-27, on ViaSat-KA at 89 W',
  ),
];
