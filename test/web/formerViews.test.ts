import test from 'ava';
import { successorOf } from '../../src/web/formerViews.js';

const successor = (path: string, query: string) => successorOf({ path, query: new URLSearchParams(query) });

test('addresses of former views lead to the workspace, with what they showed', (t) => {
  t.is(
    successor('/map', 'satellite=3&station=2&time=2026-07-10T08:05Z&projection=flat'),
    '/?satellite=3&station=2&time=2026-07-10T08%3A05Z&stage=flat',
  );
  t.is(successor('/map', 'satellite=3&shows=sky'), '/?satellite=3&stage=sky');
  t.is(successor('/week', 'satellite=3&list=clear'), '/?satellite=3&order=clear');
  t.is(successor('/place', 'place=52.52%2C13.405&zoom=day'), '/?place=52.52%2C13.405');
  t.is(successor('/map', ''), '/');
});

test('other addresses have no successor', (t) => {
  for (const path of ['/', '/ticket', '/stations', '/nowhere']) t.is(successor(path, 'list=clear'), undefined);
});
