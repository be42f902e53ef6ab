import { type Frame, pointOf } from './frame.js';

/** Visible part of the edges. */
export function edgesPath(frame: Frame, edges: Float32Array): Path2D {
  const path = new Path2D();
  for (let i = 0; i < edges.length; i += 4) {
    const from = pointOf(frame, { latDeg: edges[i] as number, lonDeg: edges[i + 1] as number });
    const to = pointOf(frame, { latDeg: edges[i + 2] as number, lonDeg: edges[i + 3] as number });
    // A piece that passes the flat map's edge would go across all of it.
    if (!from || !to || Math.abs(from.x - to.x) > frame.widthPx / 2) continue;
    path.moveTo(from.x, from.y);
    path.lineTo(to.x, to.y);
  }
  return path;
}
