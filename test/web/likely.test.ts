import test from 'ava';
import { likelyText, percentText, rangeText } from '../../src/web/data/likely.js';

test('probabilities are told in words, the bounds with the likelier word', (t) => {
  t.deepEqual([1, 0.95, 0.949, 0.66, 0.5, 0.33, 0.2, 0.05, 0.049, 0].map(likelyText), [
    'almost certain',
    'almost certain',
    'likely',
    'likely',
    'as likely as not',
    'as likely as not',
    'unlikely',
    'unlikely',
    'hardly',
    'hardly',
  ]);
});

test('only what is certain is 0 or 100 per cent', (t) => {
  t.deepEqual([0, 0.001, 0.01, 0.5, 0.99, 0.995, 1].map(percentText), [
    '0 %',
    'below 1 %',
    '1 %',
    '50 %',
    '99 %',
    'over 99 %',
    '100 %',
  ]);
});

test('a separation is told as a range that is never below 0, finer where it is small', (t) => {
  t.is(rangeText(1.1, 0.8), '0.3 to 1.9 degrees away');
  t.is(rangeText(0.5, 0.9), '0.0 to 1.4 degrees away');
  t.is(rangeText(0.25, 0.04), '0.21 to 0.29 degrees away');
  t.is(rangeText(2, 0.01), '2.0 degrees away');
});
