import test from 'ava';
import { actionOf } from '../../../src/web/map/keyAction.js';

test('arrows move the view their way, so the earth goes the other', (t) => {
  t.deepEqual(actionOf('ArrowRight'), { kind: 'pan', right: -0.1, down: 0 });
  t.deepEqual(actionOf('ArrowUp'), { kind: 'pan', right: 0, down: 0.1 });
  t.deepEqual(actionOf('ArrowLeft'), { kind: 'pan', right: 0.1, down: 0 });
  t.deepEqual(actionOf('ArrowDown'), { kind: 'pan', right: 0, down: -0.1 });
});

test('plus, with or without shift, and minus zoom as much in as out', (t) => {
  const factors = ['+', '=', '-'].map((key) => {
    const action = actionOf(key);
    return action?.kind === 'zoom' ? action.factor : undefined;
  });
  t.deepEqual(factors, [1.4, 1.4, 1 / 1.4]);
});

test('Enter picks, and keys that mean nothing to the map are left to the page', (t) => {
  t.deepEqual(actionOf('Enter'), { kind: 'pick' });
  t.deepEqual(['Tab', 'a', ' ', 'Escape'].map(actionOf), [undefined, undefined, undefined, undefined]);
});
