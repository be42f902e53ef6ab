import { useState } from 'preact/hooks';
import { useCanvas } from '../components/useCanvas.js';
import { hertzText, type Interferer, operatorOf, separationText } from './interferer.js';
import { paintSky } from './paintSky.js';
import { interfererAt, type SkyScene } from './scene.js';

interface SkyPlotProps {
  label: string;
  scene: Omit<SkyScene, 'sizePx'>;
  onSelect: (noradNumber: number | undefined) => void;
}

/** Text of a satellite in the plot: its name, operator, direction and shared width. */
function interfererText(interferer: Interferer): string {
  const { name, azimuthDeg, elevationDeg, separationDeg, overlap } = interferer;
  const direction = `azimuth ${azimuthDeg.toFixed(1)}°, elevation ${elevationDeg.toFixed(1)}°`;
  const shares = overlap ? `shares ${hertzText(overlap.hz)}` : 'shares the band only';
  return `${name} · ${operatorOf(interferer)} · ${separationText(separationDeg)} away · ${direction} · ${shares}`;
}

/**
 * Index of the satellite that a key selects in the list, whose first one is the nearest; undefined for keys that the
 * plot ignores.
 */
function selectedBy(key: string, interferers: readonly Interferer[], selected: number | undefined): number | undefined {
  const at = interferers.findIndex(({ noradNumber }) => noradNumber === selected);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: interferers.length - 1 };
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? Math.max(0, at - 1) : steps[key];
  return step === undefined ? undefined : Math.min(step, interferers.length - 1);
}

/** Canvas with the sky over a site; arrow keys go through the satellites, which the list beside it names too. */
export function SkyPlot({ label, scene, onSelect }: SkyPlotProps) {
  const [hovered, setHovered] = useState<number>();
  const { interferers, selected } = scene;
  const { canvas, width: sizePx } = useCanvas(
    ({ context, width }) => paintSky(context, { ...scene, sizePx: width, selected: hovered ?? selected }),
    [...Object.values(scene), hovered],
  );
  const meant = ({ offsetX, offsetY }: MouseEvent) =>
    interfererAt({ ...scene, sizePx }, { x: offsetX, y: offsetY })?.noradNumber;
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
