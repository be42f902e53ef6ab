import { general, read, type Row } from './row.js';

/** Operators of geostationary fleets. */
export const geostationary: readonly Row[] = [
  {
    key: 'intelsat',
    operator: 'Intelsat (SES)',
    orbits: 'GEO',
    pattern: /^(INTELSAT|IS-|GALAXY|HORIZONS)/,
    downlinks: [read(3700, 4200), read(10_950, 11_950), read(12_500, 12_750)],
    source: 'TVTechnology, 2015-06-27, on Intelsat 701',
  },
  {
    key: 'ses',
    operator: 'SES',
    orbits: 'GEO',
    pattern: /^(SES|ASTRA|AMC|NSS|YAHSAT)/,
    downlinks: [general(3700, 4200), general(10_700, 12_750), general(17_700, 20_200)],
    source: 'general knowledge',
  },
  {
    key: 'eutelsat',
    operator: 'Eutelsat',
    orbits: 'GEO',
    pattern: /^(EUTELSAT|HOTBIRD|HOT BIRD|KA-SAT|KONNECT)/,
    downlinks: [general(10_700, 12_750), general(17_700, 20_200, 'KA-SAT/Konnect'), general(3600, 4200)],
    source: 'general knowledge',
  },
  {
    key: 'inmarsat-gx',
    operator: 'Viasat (Inmarsat GX)',
    orbits: 'GEO',
    pattern: /^INMARSAT (5|6|GX)/,
    downlinks: [read(17_700, 20_200), read(1525, 1559, 'I-6 only')],
    source: 'Inmarsat, published system description',
  },
  {
    key: 'inmarsat',
    operator: 'Viasat (Inmarsat)',
    orbits: 'GEO',
    pattern: /^(INMARSAT|ALPHASAT)/,
    downlinks: [read(1518, 1559), read(3550, 3700, 'feeder')],
    source: 'Inmarsat, published system description; SatNOGS DB (1545.95 MHz)',
  },
  {
    key: 'viasat',
    operator: 'Viasat',
    orbits: 'GEO',
    pattern: /^(VIASAT|WILDBLUE|ANIK F2)/,
    downlinks: [read(18_300, 19_300), read(19_700, 20_200)],
    source: 'TVTechnology, 2015-06-27, on ViaSat-KA at 89 W',
  },
];
