import type { Command } from 'commander';
import { mintToken } from '../../db/accounts/credentials.js';
import { addToken, isTokenName, listTokens, revokeToken } from '../../db/accounts/tokens.js';
import { UserError } from '../../errors.js';
import { TOKEN_NAME_LENGTH, TOKENS_PER_USER } from '../../spec.js';
import { onDatabase, print, printTable, shortTime, userOf } from '../context.js';

export function tokenCommands(program: Command): void {
  const token = program.command('token').description('API tokens');
  token
    .command('create')
    .description('print a new token, once; it does not expire unless revoked')
    .requiredOption('--email <address>', 'whose token it is')
    .requiredOption('--name <name>', 'what it is for')
    .action(create);
  token
    .command('list')
    .description('tokens with their ids, names and last uses, never the tokens themselves')
    .option('--email <address>', 'of one account only')
    .action(list);
  token
    .command('revoke')
    .description('end a token: it stops working within a second')
    .argument('<id>', 'as listed by `token list`')
    .action(revoke);
}

async function create({ email, name }: { email: string; name: string }): Promise<void> {
  if (!isTokenName(name)) {
    throw new UserError(
      `--name ${JSON.stringify(name)}: allowed: 1 to ${TOKEN_NAME_LENGTH} characters, without control characters`,
    );
  }
  const { token, hash } = mintToken();
  await onDatabase(async (knex) => {
    const { accountId, id: userId } = await userOf(knex, email);
    const id = await addToken(knex, { accountId, userId, name, hash, origin: 'cli' }, TOKENS_PER_USER);
    if (id === undefined) {
      throw new UserError(
        `${email} has ${TOKENS_PER_USER} tokens, the most that a user may: \`sidelobe token revoke\` some`,
      );
    }
  });
  print(token);
}

async function list({ email }: { email?: string }): Promise<void> {
  const tokens = await onDatabase(async (knex) => {
    if (email !== undefined) await userOf(knex, email);
    return listTokens(knex, email);
  });
  printTable(
    ['id', 'email', 'name', 'origin', 'created', 'last used', 'expires', 'revoked'],
    tokens.map((row) => [
      String(row.id),
      row.email,
      row.name,
      row.origin,
      ...[row.createdAt, row.lastUsedAt, row.expiresAt, row.revokedAt].map(shortTime),
    ]),
  );
}

async function revoke(id: string): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new UserError(`token ${id}: allowed: an id as \`sidelobe token list\` prints it`);
  const revoked = await onDatabase((knex) => revokeToken(knex, Number(id)));
  if (!revoked) throw new UserError(`token ${id} does not exist, or was revoked before`);
  print(`token ${id} is revoked`);
}
