import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hertzText, type Interferer, operatorOf } from './interferer.js';
import { paintSky } from './paintSky.js';
import { interfererAt, type SkyScene } from './scene.js';

interface SkyPlotProps {
  label: string;
  scene: Omit<SkyScene, 'sizePx'>;
  onSelect: (noradNumber: number | undefined) => void;
}

/** Most device pixels per CSS pixel: sharper ones only cost time. */
const DENSEST = 2;

function directionText({ azimuthDeg, elevationDeg }: Interferer): string {
  return `azimuth ${azimuthDeg.toFixed(1)}°, elevation ${elevationDeg.toFixed(1)}°`;
}

/** Text of a satellite in the plot: who it is, and where it stands. */
function interfererText(interferer: Interferer): string {
  const { name, separationDeg, overlap } = interferer;
  const shares = overlap ? `shares ${hertzText(overlap.hz)}` : 'shares the band only';
  const away = `${separationDeg.toFixed(separationDeg < 10 ? 2 : 1)}° away`;
  return `${name} · ${operatorOf(interferer)} · ${away} · ${directionText(interferer)} · ${shares}`;
}

/** Next of the list for a key, the nearest first; undefined for keys that the plot ignores. */
function selectedBy(key: string, interferers: readonly Interferer[], selected: number | undefined): number | undefined {
  const at = interferers.findIndex(({ noradNumber }) => noradNumber === selected);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: interferers.length - 1 };
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? Math.max(0, at - 1) : steps[key];
  return step === undefined ? undefined : Math.min(step, interferers.length - 1);
}

/** Canvas with the sky over a site; arrow keys go through the satellites, the list beside it has the same. */
export function SkyPlot({ label, scene, onSelect }: SkyPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [sizePx, setSizePx] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const whole: SkyScene = { ...scene, sizePx };
  const { interferers, selected } = scene;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const resize = () => setSizePx(Math.min(element.clientWidth, element.clientHeight));
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || sizePx === 0) return;
    const density = Math.min(DENSEST, devicePixelRatio);
    context.canvas.width = context.canvas.height = Math.round(sizePx * density);
    context.scale(density, density);
    paintSky(context, { ...whole, selected: hovered ?? selected });
  });

  const meant = ({ offsetX, offsetY }: MouseEvent) => interfererAt(whole, { x: offsetX, y: offsetY })?.noradNumber;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = selectedBy(event.key, interferers, selected);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(interferers[next]?.noradNumber);
  };
  const named = interferers.find(({ noradNumber }) => noradNumber === (hovered ?? selected));
  const text = named && interfererText(named);
  return (
    <div class="sky-plot">
      <div
        ref={frame}
        class="sky-canvas"
        role="application"
        aria-roledescription="sky chart"
        aria-label={`${label}. Arrow keys go through the satellites, the nearest first; the list has them all.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ width: `${sizePx}px`, height: `${sizePx}px` }}
          onPointerMove={(event) => setHovered(meant(event))}
          onPointerLeave={() => setHovered(undefined)}
          onClick={(event) => onSelect(meant(event))}
        />
      </div>
      <p class="sky-named" aria-live="polite">
        {text}
      </p>
    </div>
  );
}
