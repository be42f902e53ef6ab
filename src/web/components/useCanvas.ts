import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ThemeName } from '../colours/theme.js';
import { useTheme } from '../theme.js';

/** Most device pixels per CSS pixel: more would cost time and look the same. */
export const DENSEST = 2;

/** Canvas to paint on, with its size in CSS pixels. */
export interface Sheet {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  theme: ThemeName;
}

/**
 * Canvas that fills its element, cleared and painted anew whenever its size, the theme or one of the inputs changes.
 *
 * @param paint paints in CSS pixels
 */
export function useCanvas(paint: (sheet: Sheet) => void, inputs: readonly unknown[]) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    // The observer also reports the first size: reading the size here would lay out the whole page once per canvas.
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const { width, height } = size;
    if (!context || width === 0 || height === 0) return;
    const density = Math.min(DENSEST, devicePixelRatio);
    context.canvas.width = Math.round(width * density);
    context.canvas.height = Math.round(height * density);
    context.scale(density, density);
    paint({ context, width, height, theme });
  }, [size, theme, ...inputs]);
  return { canvas, width: size.width };
}
