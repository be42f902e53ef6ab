/** Action of a key on the map: pan by parts of the visible extent, zoom, or pick what is in the middle. */
export type KeyAction =
  { kind: 'pan'; right: number; down: number } | { kind: 'zoom'; factor: number } | { kind: 'pick' };

const STEP = 0.1;
const FACTOR = 1.4;

/** Action of a key; undefined for keys that the map ignores. Arrows move the view, so the earth moves the other way. */
export function actionOf(key: string): KeyAction | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'pan', right: STEP, down: 0 };
    case 'ArrowRight':
      return { kind: 'pan', right: -STEP, down: 0 };
    case 'ArrowUp':
      return { kind: 'pan', right: 0, down: STEP };
    case 'ArrowDown':
      return { kind: 'pan', right: 0, down: -STEP };
    case '+':
    case '=':
      return { kind: 'zoom', factor: FACTOR };
    case '-':
      return { kind: 'zoom', factor: 1 / FACTOR };
    case 'Enter':
      return { kind: 'pick' };
    default:
      return undefined;
  }
}
