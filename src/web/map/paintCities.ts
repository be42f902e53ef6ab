import { type Frame, pointOf, scalePx } from './projection.js';
import type { Label } from './labels.js';
import { circlePath } from './path.js';
import { strokeHaloed } from './path.js';
import type { Theme } from './theme.js';
import type { City } from './world.js';

/** Most cities that are tried, the largest in view first. */
const MOST_CITIES = 40;
/** Thousands of people from which a city is named where a radian has one pixel: fewer, the nearer. */
const PEOPLE_PIXELS = 4e6;

/** Paints the cities in view, the larger the farther away, where there is room for their names. */
export function paintCities(
  context: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  cities: readonly City[],
  label: Label,
): void {
  const least = PEOPLE_PIXELS / scalePx(frame);
  let tried = 0;
  for (const city of cities) {
    if (city.people < least || tried >= MOST_CITIES) break;
    const at = pointOf(frame, city);
    if (!at || at.x < 0 || at.y < 0 || at.x > frame.widthPx || at.y > frame.heightPx) continue;
    tried++;
    if (label(city.name, at, 5, 'quiet')) strokeHaloed(context, circlePath(at, 1), theme.city, 2, theme);
  }
}
