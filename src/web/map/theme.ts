export type ThemeName = 'light' | 'dark';

/** CSS colours of everything on the map except the cells. */
export interface Theme {
  ocean: string;
  land: string;
  /** Area in view of the satellite without any interferer. */
  clear: string;
  coast: string;
  /** Halo of lines, so that they stand out from any cell. */
  halo: string;
  /** Halo of letters. */
  labelHalo: string;
  graticule: string;
  limb: string;
  footprint: string;
  track: string;
  station: string;
  text: string;
  /** Body of the satellite, within a rim in the colour of letters. */
  body: string;
  place: string;
  /** Colours of the four risk levels, and of the relative scale, which runs through them away from the background. */
  intensity: readonly [string, string, string, string];
}

/**
 * Colours by theme. Intensities grow darker on light and lighter on dark: the order is in the lightness, which every
 * eye sees. Their hues are those of one order, from yellow by red to violet, so that a colour means the same in both.
 */
export const THEMES: Record<ThemeName, Theme> = {
  light: {
    ocean: '#e9eef2',
    land: '#fbfaf7',
    clear: '#cfe0ea',
    coast: 'rgba(38, 52, 66, 0.75)',
    halo: 'rgba(255, 255, 255, 0.7)',
    labelHalo: 'rgba(255, 255, 255, 0.9)',
    graticule: 'rgba(38, 52, 66, 0.13)',
    limb: 'rgba(38, 52, 66, 0.4)',
    footprint: '#0b5f8f',
    track: '#0b5f8f',
    station: '#10202e',
    text: '#10202e',
    body: '#ffffff',
    place: '#10202e',
    intensity: ['#fbd980', '#f0894a', '#bd3463', '#451a63'],
  },
  dark: {
    ocean: '#10161f',
    land: '#1d2632',
    clear: '#213f52',
    coast: 'rgba(222, 232, 242, 0.7)',
    halo: 'rgba(8, 12, 18, 0.65)',
    labelHalo: 'rgba(8, 12, 18, 0.9)',
    graticule: 'rgba(222, 232, 242, 0.1)',
    limb: 'rgba(222, 232, 242, 0.35)',
    footprint: '#8fd0f5',
    track: '#8fd0f5',
    station: '#f4f8fb',
    text: '#f4f8fb',
    body: '#0b1016',
    place: '#f4f8fb',
    intensity: ['#59430d', '#bd5f2c', '#ee7ca0', '#eed3ff'],
  },
};
