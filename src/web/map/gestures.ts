import type { Point } from './projection.js';

export interface GestureListener {
  /** The pointer dragged the map by this many pixels. */
  pan: (rightPx: number, downPx: number) => void;
  /** Zooms by a factor; returns false if the zoom is at its end, so that the page scrolls. */
  zoom: (factor: number, around: Point) => boolean;
  pick: (at: Point) => void;
  /** A second click at the same point. */
  magnify: (at: Point) => void;
  /** Called without a point when the pointer leaves or begins to drag. */
  hover: (at: Point | undefined) => void;
  /** A drag or pinch has ended: the last finger was lifted, or the mouse button released. */
  rest: () => void;
}

/** Longest way in pixels that a pointer moves between down and up in a click. */
const CLICK_PX = 5;
/**
 * Time in ms after a zoom by wheel in which the wheel does not scroll the page, even if the zoom has reached its end.
 */
const WHEEL_MS = 400;

/** Listens to drag, pinch, wheel and click on an element; returns the function that stops it. */
export function listenToPointers(element: HTMLElement, listener: GestureListener): () => void {
  const down = new Map<number, Point>();
  let travelledPx = 0;
  const pointOfEvent = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, pointOfEvent(event));
    if (down.size === 1) travelledPx = 0;
    else travelledPx = Number.POSITIVE_INFINITY;
  };
  const onMove = (event: PointerEvent): void => {
    const at = pointOfEvent(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') listener.hover(at);
      return;
    }
    travelledPx += Math.hypot(at.x - before.x, at.y - before.y);
    if (travelledPx <= CLICK_PX) return;
    listener.hover(undefined);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(listener, other, before, at);
    else listener.pan(at.x - before.x, at.y - before.y);
    down.set(event.pointerId, at);
  };
  const onUp = ({ pointerId }: PointerEvent): void => {
    if (down.delete(pointerId) && down.size === 0 && travelledPx > CLICK_PX) listener.rest();
  };
  const onClick = (event: MouseEvent): void => {
    if (travelledPx > CLICK_PX) return;
    // `detail` counts the clicks that follow each other at one point: every second one is a double click.
    if (event.detail % 2 === 0) listener.magnify(pointOfEvent(event));
    else listener.pick(pointOfEvent(event));
  };
  const onLeave = (): void => listener.hover(undefined);
  let zoomedMs = Number.NEGATIVE_INFINITY;
  const onWheel = (event: WheelEvent): void => {
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1);
    // A pinch on a touchpad comes as a wheel with the control key, in small steps.
    const isPinch = event.ctrlKey;
    const factor = 2 ** (-Math.max(-200, Math.min(200, px)) / (isPinch ? 50 : 250));
    const isZoomed = listener.zoom(factor, pointOfEvent(event));
    if (isZoomed) zoomedMs = event.timeStamp;
    if (isZoomed || isPinch || event.timeStamp - zoomedMs < WHEEL_MS) event.preventDefault();
  };

  const ends = new AbortController();
  const { signal } = ends;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('pointerleave', onLeave, { signal });
  element.addEventListener('click', onClick, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => ends.abort();
}

/** Reports the move of one finger from `before` to `at` while the finger at `other` rests. */
function pinch(listener: GestureListener, other: Point, before: Point, at: Point): void {
  const was = Math.hypot(before.x - other.x, before.y - other.y);
  const is = Math.hypot(at.x - other.x, at.y - other.y);
  const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
  listener.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  if (was > 0) listener.zoom(is / was, middle);
}
