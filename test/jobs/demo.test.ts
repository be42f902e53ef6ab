import { FIRST_GENERATED_NUMBER } from '../../src/catalogue/reference/bundled.js';
import { disableAccount, findUserByEmail, setPlan } from '../../src/db/accounts/accounts.js';
import { tokenHash, verifyPassword } from '../../src/db/accounts/credentials.js';
import { catalogueStatus, upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { listStations } from '../../src/db/analysis/stations.js';
import { findToken, listTokens } from '../../src/db/accounts/tokens.js';
import { UserError } from '../../src/errors.js';
import { prepareDemo } from '../../src/jobs/demo.js';
import { anyDatabaseTest, databaseTest, elset, START_US } from '../db/fixtures.js';

const TODAY = new Date(START_US / 1000);

databaseTest(
  'an empty database gets the bundled catalogue and an Enterprise account that can ask at once',
  async (t, { knex }) => {
    const demo = await prepareDemo(knex, TODAY);
    t.like(await catalogueStatus(knex), { bundled: true, oldestEpochUs: START_US, newestEpochUs: START_US });
    t.deepEqual(
      demo.tracked.map(({ name }) => name.split(/[ -]/)[0]),
      ['ISS', 'NAVSTAR', 'ASTRA', 'STARLINK', 'IRIDIUM'],
    );
    const caller = await findToken(knex, tokenHash(demo.token) ?? Buffer.alloc(0));
    t.like(caller, { email: demo.email, enterprise: true });
    t.is((await listStations(knex, caller?.accountId ?? 0)).length, 4);
    const user = await findUserByEmail(knex, demo.email);
    t.true(await verifyPassword(user?.passwordHash, demo.password));
  },
);

anyDatabaseTest('a second call changes token and password, and nothing else', async (t, { knex }) => {
  const first = await prepareDemo(knex, TODAY);
  const user = await findUserByEmail(knex, first.email);
  const stations = await listStations(knex, user?.accountId ?? 0);
  const status = await catalogueStatus(knex);
  await setPlan(knex, user?.accountId ?? 0, 'free');

  const second = await prepareDemo(knex, TODAY);
  t.deepEqual(second.tracked, first.tracked);
  t.deepEqual(await listStations(knex, user?.accountId ?? 0), stations);
  t.deepEqual(await catalogueStatus(knex), status);

  t.is(await findToken(knex, tokenHash(first.token) ?? Buffer.alloc(0)), undefined);
  t.like(await findToken(knex, tokenHash(second.token) ?? Buffer.alloc(0)), { userId: user?.id, enterprise: true });
  t.is((await listTokens(knex)).filter(({ revokedAt }) => revokedAt === null).length, 1);
  const changed = await findUserByEmail(knex, first.email);
  t.false(await verifyPassword(changed?.passwordHash, first.password));
  t.true(await verifyPassword(changed?.passwordHash, second.password));
});

anyDatabaseTest('services that start on one empty database at the same time share one account', async (t, { knex }) => {
  const demos = await Promise.all([1, 2, 3].map(() => prepareDemo(knex, TODAY)));
  t.deepEqual(demos[1]?.tracked, demos[0]?.tracked);
  t.is((await listTokens(knex)).filter(({ revokedAt }) => revokedAt === null).length, 1);
  t.is((await catalogueStatus(knex)).lastImports.length, 1);
});

anyDatabaseTest('once a catalogue is imported, its satellites replace the generated ones', async (t, { knex }) => {
  const before = await prepareDemo(knex, TODAY);
  t.true(before.tracked.some(({ noradNumber }) => noradNumber >= FIRST_GENERATED_NUMBER));
  const catalogue = [elset(), elset({ noradNumber: 29_055, name: 'ASTRA 1KR' })];
  await upsertCatalogue(knex, catalogue, { bundled: false });
  const { tracked, bundled } = await prepareDemo(knex, TODAY);
  t.deepEqual([before.bundled, bundled], [true, false]);
  t.deepEqual(
    tracked.map(({ noradNumber, name }) => [noradNumber, name]),
    [
      [25_544, 'ISS (ZARYA)'],
      [29_055, 'ASTRA 1KR'],
    ],
  );
});

anyDatabaseTest('an account that was disabled stays so', async (t, { knex }) => {
  const { email } = await prepareDemo(knex, TODAY);
  const user = await findUserByEmail(knex, email);
  await disableAccount(knex, user?.accountId ?? 0);
  await t.throwsAsync(prepareDemo(knex, TODAY), {
    instanceOf: UserError,
    message: 'the account demo@example.com is disabled: serve without --demo',
  });
});
