import type { Frame } from './frame.js';
import { d3Projection } from './geometry.js';
import { COASTS, GRATICULE, LAND } from './land.js';
import { clear, type Layers } from './layers.js';
import { pathOf } from './path.js';
import type { Theme } from './theme.js';

/** Paints sea and land beneath the cells, coasts and graticule above them. */
export function paintGround({ ground, lines }: Layers, frame: Frame, theme: Theme): void {
  const projection = d3Projection(frame);
  const earth = pathOf(projection, { type: 'Sphere' });
  const land = pathOf(projection, LAND);
  const coasts = pathOf(projection, COASTS);
  const graticule = pathOf(projection, GRATICULE);

  clear(ground, frame.widthPx);
  ground.fillStyle = theme.ocean;
  ground.fill(earth);
  ground.fillStyle = theme.land;
  ground.fill(land);

  clear(lines, frame.widthPx);
  lines.lineJoin = 'round';
  lines.lineWidth = 1;
  lines.strokeStyle = theme.graticule;
  lines.stroke(graticule);
  lines.lineWidth = 2;
  lines.strokeStyle = theme.halo;
  lines.stroke(coasts);
  lines.lineWidth = 0.8;
  lines.strokeStyle = theme.coast;
  lines.stroke(coasts);
  lines.lineWidth = 1;
  lines.strokeStyle = theme.limb;
  lines.stroke(earth);
}
