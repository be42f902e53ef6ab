import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { useCanvas } from '../components/useCanvas.js';
import { epochAt, epochMsOf, type WindowSpan } from '../data/track.js';
import { type GestureListener, listenToPointers } from '../map/gestures.js';
import type { Point } from '../map/projection.js';
import { unionOf } from '../passes/passOrder.js';
import { zoneName } from '../time.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { followKey } from './keys.js';
import { barOf, instantText, type Lane, passNear, pointedText, type Zoom, zoomedTo } from './lanes.js';
import { paintLanes } from './paintLanes.js';
import { foldedScale, type Move, moved, type Stretch, ticksOf } from './timeScale.js';

/** Height of a row in pixels, and the most rows in sight, by the number of lines of its name. */
const ROWS = { one: { rowPx: 24, most: 6 }, two: { rowPx: 40, most: 4 } };
/** Width in pixels of a pass from which a click on it shows the clicked instant, not the highest point. */
const WIDE_PX = 40;
const MAGNIFIED = 4;

interface LaneRowsProps {
  workspace: Workspace;
  span: WindowSpan;
  lanes: readonly Lane[];
  zoom: Zoom | Stretch;
  onZoom: (zoom: Zoom | Stretch) => void;
  onPass: (direction: 1 | -1) => void;
}

/** Passes over time, a row for each chosen pair of satellite and receiver. The pointer picks, keys move a slider. */
export function LaneRows({ workspace, span, lanes, zoom, onZoom, onPass }: LaneRowsProps) {
  const { timeMs, goTo, show, listing, pass, satellites } = workspace;
  const { startMs, epochCount } = span;
  const bounds: Stretch = [startMs, epochMsOf(span, epochCount)];
  const [, endMs] = bounds;
  const stretches = useMemo(() => {
    // While passes still come, folds would move with each of them.
    if (!listing.done) return [];
    const passes = lanes.flatMap((lane) => lane.passes.map(({ aosMs, losMs }) => [aosMs, losMs] as const));
    return unionOf([[startMs, startMs], ...passes, [endMs, endMs]]);
  }, [lanes, listing.done, startMs, endMs]);
  const shown = typeof zoom === 'string' ? zoomedTo(zoom, bounds, timeMs, pass) : zoom;
  const { rowPx, most } = satellites.length > 1 ? ROWS.two : ROWS.one;
  const [topPx, setTop] = useState(0);
  const { canvas, width } = useCanvas(
    (sheet) => paintLanes(sheet, { lanes, scale, shown, rowPx, topPx }),
    [lanes, stretches, shown[0], shown[1], rowPx, topPx],
  );
  const widthPx = Math.max(1, width);
  const [scale, ticks] = useMemo(() => {
    const folded = foldedScale(stretches, shown[0], shown[1], widthPx);
    return [folded, ticksOf(folded, shown, widthPx)] as const;
  }, [stretches, shown[0], shown[1], widthPx]);
  const [pointed, setPointed] = useState<Point>();
  const names = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);

  const found = ({ x, y }: Point) => {
    const lane = lanes[Math.floor((y + topPx) / rowPx)];
    return { lane, at: lane && passNear(lane.passes, scale, x) };
  };
  const move = (by: Move): boolean => {
    const next = moved(scale, by, bounds, widthPx);
    if (Math.abs(next[0] - shown[0]) + Math.abs(next[1] - shown[1]) < 1) return false;
    onZoom(next[0] === startMs && next[1] === endMs ? 'week' : next);
    return true;
  };
  // The element keeps one listener, which gets the functions of the newest rendering.
  const listener = useRef({} as GestureListener).current;
  Object.assign(listener, {
    pan: (rightPx, downPx) => {
      names.current?.scrollBy(0, -downPx);
      move({ byPx: rightPx });
    },
    zoom: (factor, { x }) => move({ factor, atPx: x }),
    pick: (point) => {
      slider.current?.focus({ preventScroll: true });
      const { at } = found(point);
      const ms = scale.ms(point.x);
      if (!at) return goTo(Math.floor(ms / EPOCH_MS) * EPOCH_MS);
      const isWide = barOf(scale, at).widthPx >= WIDE_PX;
      return show(at, isWide ? Math.min(Math.max(Math.floor(ms / 1000) * 1000, at.aosMs), at.losMs) : undefined);
    },
    magnify: ({ x }) => void move({ factor: MAGNIFIED, atPx: x }),
    hover: setPointed,
    rest: () => undefined,
  } satisfies GestureListener);
  useEffect(() => (canvas.current ? listenToPointers(canvas.current, listener) : undefined), []);
  const instantPx = scale.x(timeMs);
  const isInSight = instantPx >= 0 && instantPx <= widthPx;
  useEffect(() => {
    if (typeof zoom !== 'string' && !isInSight) move({ byPx: widthPx / 2 - instantPx });
  }, [timeMs]);

  const first = Math.floor(topPx / rowPx);
  const seen = Math.min(Math.max(1, lanes.length), most);
  const under = pointed && found(pointed);
  return (
    <>
      <p class="lane-told">
        {pointed && under ? (
          pointedText(scale.ms(pointed.x), under.lane, under.at, scale)
        ) : lanes.length === 0 ? (
          'Choose a station or a place: its passes are shown here.'
        ) : (
          <>
            <span class="lane-key clear">clear: nobody in your beam</span>
            <span class="lane-key met">somebody in your beam</span>
            <span class="lane-key fold">hours without a pass, folded</span>
          </>
        )}
      </p>
      <div class="lanes">
        <div class="lane-axis" aria-hidden="true">
          {ticks.map(({ ms, x, text }) => (
            <span key={ms} style={{ left: `${x}px` }}>
              {text}
            </span>
          ))}
        </div>
        <div
          ref={names}
          class="lane-names"
          role="group"
          aria-label="Rows"
          tabIndex={lanes.length > seen ? 0 : undefined}
          style={{ height: `${seen * rowPx}px` }}
          onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        >
          <div style={{ height: `${lanes.length * rowPx}px` }}>
            {lanes.slice(first, first + seen + 1).map(({ key, receiver, satellite, isShown }, index) => (
              <div
                key={key}
                class={`lane-name ${isShown ? 'shown' : ''}`}
                title={`${receiver}, ${satellite}`}
                style={{ top: `${(first + index) * rowPx}px`, height: `${rowPx}px` }}
              >
                <span class="cut">{receiver}</span>
                {satellites.length > 1 && <span class="cut hint">{satellite}</span>}
              </div>
            ))}
          </div>
        </div>
        <div class="lane-plot" style={{ height: `${seen * rowPx}px` }}>
          <canvas ref={canvas} aria-hidden="true" />
          {pointed && <span class="lane-pointed" style={{ left: `${pointed.x}px` }} />}
          {isInSight && <span style={{ left: `${instantPx}px` }} />}
          <input
            ref={slider}
            type="range"
            aria-label="Minute of the window"
            aria-valuetext={`${instantText(timeMs)} ${zoneName(timeMs)}`}
            aria-keyshortcuts="ArrowRight Shift+ArrowRight PageUp N P"
            title="Arrow keys: a minute; with Shift: an hour; Page Up and Page Down: a day; N and P: next and previous pass"
            min={0}
            max={epochCount - 1}
            step={1}
            value={epochAt(span, timeMs)}
            onKeyDown={(event) => followKey(event, workspace, onPass)}
            onInput={(event) => goTo(epochMsOf(span, Number(event.currentTarget.value)))}
          />
        </div>
      </div>
    </>
  );
}
