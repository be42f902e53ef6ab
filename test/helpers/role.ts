import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/db/connection/connect.js';
import { BULK_STATEMENT } from '../../src/db/connection/statements.js';

/** Someone who may use the tables of a database on the test server, and make none. */
export interface Role {
  name: string;
  databaseUrl: string;
  /** Whoever made the database. */
  admin: Knex;
}

/** Runs the body with a new role over a migrated database; the role, and what it has made, are gone afterwards. */
export async function withRole(databaseUrl: string, body: (role: Role) => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const admin = database.knex;
  const name = `sidelobe_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = 'correct horse';
  await admin.raw(`create role ?? login password 'correct horse'`, [name]).options(BULK_STATEMENT);
  try {
    for (const things of ['tables', 'sequences']) {
      await admin.raw(`grant all on all ${things} in schema public to ??`, [name]).options(BULK_STATEMENT);
    }
    await body({ name, databaseUrl: url.href, admin });
  } finally {
    await admin.raw('drop owned by ?? cascade', [name]).options(BULK_STATEMENT);
    await admin.raw('drop role ??', [name]).options(BULK_STATEMENT);
    await database.close();
  }
}
