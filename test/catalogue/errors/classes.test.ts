import test from 'ava';
import { meanPerigeeKm } from '../../../src/catalogue/describe.js';
import { errorClasses } from '../../../src/catalogue/errors/classes.js';

test('a satellite is in the class of its constellation, in that of its perigee, and in that of all', (t) => {
  t.deepEqual(errorClasses({ name: 'STARLINK-1007', perigeeKm: 545 }), ['starlink', 'perigee 450 to 650 km', 'all']);
  t.deepEqual(errorClasses({ name: 'ONEWEB-0012', perigeeKm: 1_200 }), ['oneweb', 'perigee above 1,000 km', 'all']);
  t.deepEqual(errorClasses({ name: 'NOBODY KNOWS', perigeeKm: 700 }), ['perigee 650 to 1,000 km', 'all']);
  t.deepEqual(errorClasses({ name: '', perigeeKm: NaN }), ['all']);
});

test('a limit of perigees belongs to the class above it', (t) => {
  const own = (km: number) => errorClasses({ name: '', perigeeKm: km })[0];
  t.is(own(449.9), 'perigee below 450 km');
  t.is(own(450), 'perigee 450 to 650 km');
  t.is(own(650), 'perigee 650 to 1,000 km');
  t.is(own(1_000), 'perigee above 1,000 km');
});

test('the perigee is that of the mean orbit, above the equator', (t) => {
  // 15.06 revolutions a day: a semi-major axis of 6,926 km by Kepler's third law.
  t.true(Math.abs(meanPerigeeKm({ meanMotionRevPerDay: 15.06, eccentricity: 0 }) - 548) < 2);
  t.true(Math.abs(meanPerigeeKm({ meanMotionRevPerDay: 15.06, eccentricity: 0.01 }) - 479) < 2);
});
