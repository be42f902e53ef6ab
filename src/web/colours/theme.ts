export type ThemeName = 'light' | 'dark';

/** CSS colours of everything on the map except the cells. */
export interface Theme {
  ocean: string;
  land: string;
  coast: string;
  border: string;
  /** Veil over the part of the earth where the sun is down. */
  night: string;
  /** Halo of lines, so that they stand out from any cell. */
  halo: string;
  /** Halo of letters. */
  labelHalo: string;
  graticule: string;
  limb: string;
  /** Footprint, track and beam of the satellite. */
  own: string;
  /** Letters, stations, and the chosen place. */
  text: string;
  /** Names and dots of cities. */
  city: string;
  /**
   * Colours of the other satellites' dots by operator, the one with most satellites first; the last is for all others.
   */
  others: readonly [string, string, string, string, string, string, string];
  /** Fill of the satellite's symbol; its rim has the colour of letters. */
  body: string;
  /** Satellites in the beam; the style sheet has the same colour. */
  alarm: string;
}

/** Colours by theme; those of intensities are in scale.ts. */
export const THEMES: Record<ThemeName, Theme> = {
  light: {
    ocean: '#dfe7ee',
    land: '#fbfaf6',
    coast: 'rgba(38, 52, 66, 0.75)',
    border: 'rgba(38, 52, 66, 0.4)',
    night: 'rgba(40, 60, 92, 0.16)',
    halo: 'rgba(255, 255, 255, 0.7)',
    labelHalo: 'rgba(255, 255, 255, 0.9)',
    graticule: 'rgba(38, 52, 66, 0.13)',
    limb: 'rgba(38, 52, 66, 0.4)',
    own: '#0b5f8f',
    text: '#10202e',
    city: '#3a4b5a',
    others: ['#4a5968', '#0072b2', '#14783f', '#9a5b00', '#a12a9e', '#6741b8', '#8695a4'],
    body: '#ffffff',
    alarm: '#c2261c',
  },
  dark: {
    ocean: '#121a26',
    land: '#202b39',
    coast: 'rgba(222, 232, 242, 0.7)',
    border: 'rgba(222, 232, 242, 0.32)',
    night: 'rgba(0, 0, 6, 0.42)',
    halo: 'rgba(8, 12, 18, 0.65)',
    labelHalo: 'rgba(8, 12, 18, 0.9)',
    graticule: 'rgba(222, 232, 242, 0.1)',
    limb: 'rgba(222, 232, 242, 0.35)',
    own: '#8fd0f5',
    text: '#f4f8fb',
    city: '#c2ccd6',
    others: ['#c9d3dd', '#5cc8ff', '#74dd8a', '#ffd166', '#f273d6', '#c9adff', '#7d8b9a'],
    body: '#0b1016',
    alarm: '#ff8b80',
  },
};
