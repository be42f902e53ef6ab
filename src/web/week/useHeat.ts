import { useEffect, useRef, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { NOT_COUNTED } from '../place/counts.js';
import { navigate } from '../route.js';
import { clockText, UTC } from '../timeBar/zone.js';
import { HOUR_EPOCHS, type StationRow } from './stationRow.js';

const HOUR_MS = HOUR_EPOCHS * EPOCH_MS;

/** Window whose hours are shown. */
export interface HeatWindow {
  startMs: number;
  epochCount: number;
}

/** Hour of a station that is pointed at. */
export interface PointedHour {
  /** What it shows, in words. */
  text: string;
  /** Its highest count; undefined where nothing is counted. */
  count: number | undefined;
}

interface Cell {
  row: number;
  hour: number;
}

interface Asked {
  rows: readonly StationRow[];
  window: HeatWindow;
  onPointed: (pointed: PointedHour | undefined) => void;
  /** Address that an hour of a station leads to. */
  hrefOf: (row: StationRow, timeMs: number) => string;
}

/** Words for a count: `34 at most`. */
function countText(count: number): string {
  if (count === NOT_COUNTED) return 'in view, not counted';
  if (count < 0) return 'out of view';
  return count === 0 ? 'clear' : `${count} at most`;
}

const STEPS: Record<string, [rows: number, hours: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [0, -24],
  PageDown: [0, 24],
};

/** Place and size of an hour within the map: that of its station, and the line through all of them. */
function boxOf(line: Element, from: number, width: number): Record<string, string> {
  const outer = line.closest('.heat-map')?.getBoundingClientRect() ?? new DOMRect();
  const body = line.closest('tbody')?.getBoundingClientRect() ?? new DOMRect();
  const inner = line.getBoundingClientRect();
  return {
    left: `${inner.left - outer.left + from * inner.width}px`,
    top: `${body.top - outer.top}px`,
    width: `${width * inner.width}px`,
    height: `${body.height}px`,
    '--row': `${inner.top - body.top}px`,
    '--row-height': `${inner.height}px`,
  };
}

/** Hour of the heat map that is pointed at, by pointer or keys: a line through all stations, and its words. */
export function useHeat({ rows, window, onPointed, hrefOf }: Asked) {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Record<string, string>>();
  const [cell, setCell] = useState<Cell>();
  /** Hour that was pointed at when it was pressed. */
  const pressed = useRef<Cell>();
  const hours = Math.ceil(window.epochCount / HOUR_EPOCHS);
  const row = cell && rows[cell.row];
  const count = cell && row?.hours.highest[cell.hour];
  const beginMs = cell && window.startMs + HOUR_MS * cell.hour;
  const text =
    beginMs === undefined || !row || count === undefined
      ? undefined
      : `${clockText(UTC, beginMs)}–${clockText(UTC, beginMs + HOUR_MS).slice(-5)} UTC · ${row.station.name}: ${countText(count)}`;
  useEffect(() => {
    onPointed(text === undefined ? undefined : { text, count: count !== undefined && count >= 0 ? count : undefined });
  }, [text]);

  const place = (next: Cell | undefined) => {
    setCell((before) => (before?.row === next?.row && before?.hour === next?.hour ? before : next));
    const line = next && ref.current?.querySelectorAll('tbody .heat')[next.row];
    setBox(line && boxOf(line, next.hour / hours, 1 / hours));
  };
  const cellAt = ({ clientX, target }: MouseEvent): Cell | undefined => {
    const heat = target instanceof Element ? target.closest('.heat') : null;
    const line = heat?.closest('tr');
    if (!heat || !line?.parentElement) return undefined;
    const { left, width } = heat.getBoundingClientRect();
    const hour = Math.floor((hours * (clientX - left)) / width);
    return { row: Array.from(line.parentElement.children).indexOf(line), hour: Math.min(hours - 1, Math.max(0, hour)) };
  };
  const open = (at: Cell | undefined) => {
    const opened = at && rows[at.row];
    if (!at || !opened) return;
    const { highest, epochs } = opened.hours;
    const epoch = (highest[at.hour] ?? -1) >= 0 ? (epochs[at.hour] ?? 0) : HOUR_EPOCHS * at.hour;
    navigate(hrefOf(opened, window.startMs + EPOCH_MS * epoch));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') return open(cell);
    const step = STEPS[event.key];
    if (!step || rows.length === 0) return undefined;
    event.preventDefault();
    const from = cell ?? { row: 0, hour: -1 };
    const next = {
      row: Math.min(rows.length - 1, Math.max(0, from.row + step[0])),
      hour: Math.min(hours - 1, Math.max(0, from.hour + step[1])),
    };
    place(next);
    ref.current?.querySelectorAll('tbody tr')[next.row]?.scrollIntoView({ block: 'nearest' });
    return undefined;
  };
  return {
    ref,
    box,
    listeners: {
      onKeyDown,
      onPointerDown: (event: PointerEvent) => {
        pressed.current = cell;
        place(cellAt(event));
      },
      onPointerMove: (event: PointerEvent) => place(cellAt(event)),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'touch' || place(undefined),
      onBlur: () => place(undefined),
      onClick: (event: MouseEvent) => {
        const at = cellAt(event);
        const { row: line, hour } = pressed.current ?? {};
        // A finger cannot point without pressing: what it pressed before opens.
        const isPointedFirst =
          (event as PointerEvent).pointerType === 'touch' && (at?.row !== line || at?.hour !== hour);
        if (!isPointedFirst) open(at);
      },
    },
  };
}
