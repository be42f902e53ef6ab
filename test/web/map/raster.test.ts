import test from 'ava';
import { fitView, type Frame, placeAt, type ProjectionName } from '../../../src/web/map/frame.js';
import { cellOf } from '../../../src/web/map/healpix.js';
import { paintRaster, rasterOf } from '../../../src/web/map/raster.js';

function frame(projection: ProjectionName, latDeg: number, lonDeg: number, zoom: number): Frame {
  return fitView({ projection, view: { latDeg, lonDeg, zoom }, widthPx: 151, heightPx: 100 });
}

const FRAMES = (['globe', 'flat'] as const).flatMap((projection) => [
  frame(projection, 0.1, 0.2, 1),
  frame(projection, 51.3, 178.7, 1),
  frame(projection, -89.9, -120.4, 3.3),
  frame(projection, 33.3, -44.4, 17),
]);

for (const seen of FRAMES) {
  const { latDeg, lonDeg, zoom } = seen.view;
  test(`each pixel has the cell of the place in its middle: ${seen.projection} ${latDeg} ${lonDeg} ${zoom}`, (t) => {
    for (const density of [1, 2, 1 / 3]) {
      const { cells, widthPx, heightPx } = rasterOf(seen, 64, density);
      const wrong = [...cells].filter((ipix, i) => {
        const x = (((i % widthPx) + 0.5) * seen.widthPx) / widthPx;
        const y = ((Math.floor(i / widthPx) + 0.5) * seen.heightPx) / heightPx;
        const place = placeAt(seen, { x, y });
        return ipix !== (place ? cellOf(64, place) : 12 * 64 * 64);
      });
      t.is(cells.length, widthPx * heightPx);
      // Arithmetic differs in the last bit, which decides on an edge: one pixel in ten thousand at most.
      t.true(wrong.length <= cells.length / 1e4, `${wrong.length} of ${cells.length} at density ${density}`);
    }
  });
}

test('a pixel takes the colour of its cell, and none beside the earth', (t) => {
  const raster = { nside: 1, widthPx: 2, heightPx: 2, cells: Int32Array.of(3, 12, 0, 3) };
  const colours = new Uint32Array(13);
  colours[3] = 0xff112233;
  const pixels = new Uint32Array(4).fill(7);
  paintRaster(raster, colours, pixels);
  t.deepEqual([...pixels], [0xff112233, 0, 0, 0xff112233]);
});
