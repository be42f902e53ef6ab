import { useEffect, useRef, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import type { WindowSpan } from '../data/track.js';
import { minuteText } from '../place/week.js';
import { navigate } from '../route.js';
import { clockText, zoneName } from '../time.js';
import { HOUR_EPOCHS, type StationRow } from './stationRow.js';

const HOUR_MS = HOUR_EPOCHS * EPOCH_MS;

/** Hour of a station at which the user points. */
export interface PointedHour {
  /** Time, station and count in words. */
  text: string;
  /** Highest count of the hour; undefined where nothing is counted. */
  count: number | undefined;
}

/** Hour of a station, and the element that shows the station's hours. */
interface Cell {
  stationId: number;
  hour: number;
  heat: Element;
}

interface Asked {
  rows: readonly StationRow[];
  window: WindowSpan;
  onPointed: (pointed: PointedHour | undefined) => void;
  /** Address that an hour of a station leads to. */
  hrefOf: (row: StationRow, timeMs: number) => string;
}

const STEPS: Record<string, [lines: number, hours: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [0, -24],
  PageDown: [0, 24],
};

const LINES = 'tbody tr';

function clamped(value: number, last: number): number {
  return Math.min(last, Math.max(0, value));
}

function cellIn(line: Element | null | undefined, hour: number): Cell | undefined {
  const heat = line?.querySelector('.heat');
  return heat ? { stationId: Number((line as HTMLElement).dataset['station']), hour, heat } : undefined;
}

/**
 * CSS of the box around the hour's column through all stations, with variables that place its `::before` around the
 * hour of one station.
 */
function boxOf(map: Element, { heat, hour }: Cell, hours: number): Record<string, string> {
  const outer = map.getBoundingClientRect();
  const body = heat.closest('tbody')?.getBoundingClientRect() ?? outer;
  const inner = heat.getBoundingClientRect();
  return {
    left: `${inner.left - outer.left + (hour / hours) * inner.width}px`,
    top: `${body.top - outer.top}px`,
    width: `${inner.width / hours}px`,
    height: `${body.height}px`,
    '--row': `${inner.top - body.top}px`,
    '--row-height': `${inner.height}px`,
  };
}

/** Words for an hour of a station: `Tue 24 Nov 08:00–09:00 UTC · Weilheim: 24 others at most`. */
function textOf(row: StationRow, hour: number, { startMs }: WindowSpan): string {
  const fromMs = startMs + HOUR_MS * hour;
  const count = row.hours.highest[hour] ?? -1;
  const when = `${clockText(fromMs)}–${clockText(fromMs + HOUR_MS).slice(-5)} ${zoneName()}`;
  return `${when} · ${row.station.name}: ${minuteText(count)}${count > 0 ? ' at most' : ''}`;
}

/** Tracks the hour of the heat map at which the user points, by pointer or keys. */
export function useHeat({ rows, window, onPointed, hrefOf }: Asked) {
  const ref = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Cell & { box: Record<string, string> }>();
  /** Hour that was pointed at just before the last press. A second press on the same hour opens it. */
  const pressed = useRef<Cell>();
  const hours = Math.ceil(window.epochCount / HOUR_EPOCHS);
  const rowOf = (cell: Cell | undefined) => cell && rows.find(({ station }) => station.id === cell.stationId);
  const row = rowOf(pointed);
  const count = pointed && row?.hours.highest[pointed.hour];
  const text = pointed && row && textOf(row, pointed.hour, window);
  useEffect(() => {
    onPointed(text === undefined ? undefined : { text, count: count !== undefined && count >= 0 ? count : undefined });
  }, [text]);
  // After a change of the rows another station may be under the pointer.
  useEffect(() => setPointed(undefined), [rows]);

  const isSame = (a: Cell | undefined, b: Cell | undefined) => a?.stationId === b?.stationId && a?.hour === b?.hour;
  const point = (next: Cell | undefined) =>
    setPointed((before) => {
      if (!next || !ref.current) return undefined;
      return before && isSame(before, next) ? before : { ...next, box: boxOf(ref.current, next, hours) };
    });
  const cellAt = ({ clientX, target }: MouseEvent): Cell | undefined => {
    const heat = target instanceof Element ? target.closest('td.heat') : null;
    const { left, width } = heat?.getBoundingClientRect() ?? new DOMRect();
    return cellIn(heat?.closest('tr'), clamped(Math.floor((hours * (clientX - left)) / width), hours - 1));
  };
  const open = (cell: Cell | undefined) => {
    const opened = rowOf(cell);
    if (!cell || !opened) return;
    const { highest, epochs } = opened.hours;
    const epoch = (highest[cell.hour] ?? -1) >= 0 ? (epochs[cell.hour] ?? 0) : HOUR_EPOCHS * cell.hour;
    navigate(hrefOf(opened, window.startMs + EPOCH_MS * epoch));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') return open(pointed);
    const step = STEPS[event.key];
    const lines = [...(ref.current?.querySelectorAll(LINES) ?? [])];
    if (!step || lines.length === 0) return undefined;
    event.preventDefault();
    const at = lines.findIndex((line) => line === pointed?.heat.closest('tr'));
    const line = lines[clamped(Math.max(0, at) + (at === -1 ? 0 : step[0]), lines.length - 1)];
    line?.scrollIntoView({ block: 'nearest' });
    return point(cellIn(line, clamped((pointed?.hour ?? -1) + step[1], hours - 1)));
  };
  return {
    ref,
    box: pointed?.box,
    listeners: {
      onKeyDown,
      onPointerDown: (event: PointerEvent) => {
        pressed.current = pointed;
        point(cellAt(event));
      },
      onPointerMove: (event: PointerEvent) => point(cellAt(event)),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') point(undefined);
      },
      onBlur: () => point(undefined),
      onClick: (event: MouseEvent) => {
        const cell = cellAt(event);
        // A finger cannot point without pressing, so its first press on an hour only points; the second one opens it.
        const isTouch = (event as PointerEvent).pointerType === 'touch';
        if (!isTouch || isSame(cell, pressed.current)) open(cell);
      },
    },
  };
}
