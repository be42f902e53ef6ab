import { useState } from 'preact/hooks';
import { useCanvas } from '../components/useCanvas.js';
import { hertzText, type Interferer, operatorOf, separationText, sourceText } from '../data/interferer.js';
import { HoverCard } from './hoverCard.js';
import { paintSky } from './paintSky.js';
import { interfererAt, planeOf, type SkyScene } from './scene.js';

interface SkyPlotProps {
  label: string;
  scene: Omit<SkyScene, 'sizePx'>;
  onSelect: (noradNumber: number | undefined) => void;
}

/** Texts about a satellite in the plot: its operator, how far from the tracked one, where, and its shared width. */
function textsOf(interferer: Interferer, beamDeg: number): string[] {
  const { azimuthDeg, elevationDeg, separationDeg, overlap } = interferer;
  return [
    operatorOf(interferer),
    `${separationText(separationDeg)} away${separationDeg < beamDeg ? ', in your beam' : ''}`,
    `azimuth ${azimuthDeg.toFixed(1)}°, elevation ${elevationDeg.toFixed(1)}°`,
    overlap ? `shares ${hertzText(overlap.hz)}, ${sourceText(overlap)}` : 'shares the band only',
  ];
}

/**
 * Index in the list, which is sorted by separation, of the satellite that a key selects; undefined for keys that the
 * plot ignores.
 */
function selectedBy(key: string, interferers: readonly Interferer[], selected: number | undefined): number | undefined {
  const at = interferers.findIndex(({ noradNumber }) => noradNumber === selected);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: interferers.length - 1 };
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? Math.max(0, at - 1) : steps[key];
  return step === undefined ? undefined : Math.min(step, interferers.length - 1);
}

/** Canvas with the sky over a site; arrow keys go through the satellites. */
export function SkyPlot({ label, scene, onSelect }: SkyPlotProps) {
  const [hoveredNorad, setHovered] = useState<number>();
  const { interferers, selected, beamDeg } = scene;
  const { canvas, width: sizePx } = useCanvas(
    (sheet) => paintSky(sheet, { ...scene, sizePx: sheet.width, selected: hoveredNorad ?? selected }),
    [...Object.values(scene), hoveredNorad],
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
  const hovered = interferers.find(({ noradNumber }) => noradNumber === hoveredNorad);
  const at = hovered && planeOf({ ...scene, sizePx }).pointOf(hovered);
  const named = interferers.find(({ noradNumber }) => noradNumber === selected);
  return (
    <>
      <div
        class="sky-canvas"
        role="application"
        aria-roledescription="sky chart"
        aria-label={`${label}. Arrow keys go through the satellites, the nearest first.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div class="sky-square">
          <canvas
            ref={canvas}
            aria-hidden="true"
            onPointerMove={(event) => setHovered(event.pointerType === 'mouse' ? meant(event) : undefined)}
            onPointerLeave={() => setHovered(undefined)}
            onClick={(event) => onSelect(meant(event))}
          />
          {hovered && at && (
            <HoverCard at={{ ...at, widthPx: sizePx, heightPx: sizePx }}>
              <strong>{hovered.name}</strong>
              {textsOf(hovered, beamDeg).map((text) => (
                <span key={text}>{text}</span>
              ))}
            </HoverCard>
          )}
        </div>
      </div>
      <p class="sky-named" aria-live="polite">
        {named ? [named.name, ...textsOf(named, beamDeg)].join(' · ') : ''}
      </p>
    </>
  );
}
