import type { Database } from '../connection/connect.js';
import { countInDatabase } from './countInDatabase.js';
import { countInMemory } from './countInMemory.js';
import type { CallCounts } from './rateLimits.js';

/**
 * Counts calls where all who count see them: in the memory of the one process that has an embedded database, else in
 * the database.
 *
 * @param onFailure told when counts of an embedded database cannot be stored
 */
export async function openCallCounts(
  { knex, kind }: Pick<Database, 'knex' | 'kind'>,
  onFailure: (error: unknown) => void,
): Promise<CallCounts> {
  return kind === 'embedded' ? countInMemory(knex, onFailure) : countInDatabase(knex);
}
