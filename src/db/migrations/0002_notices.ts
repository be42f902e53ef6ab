import type { Knex } from 'knex';

/**
 * Makes the database tell of changes, whoever makes them: on `sidelobe_changes` it names the account whose rows have
 * changed, or `*` where rows belong to everybody. What is not found is asked for again anyway, so that new rows need
 * telling only where they change what others say.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(FUNCTIONS);
  for (const [table, events] of Object.entries(OF_ACCOUNTS)) {
    const column = table === 'accounts' ? 'id' : 'account_id';
    await trx.raw(`
      create trigger tell_account after ${events} on ${table} for each row execute function tell_account('${column}');
      create trigger tell_everybody after truncate on ${table} for each statement execute function tell_everybody();
      alter table ${table} enable always trigger tell_account;
      alter table ${table} enable always trigger tell_everybody`);
  }
  for (const [table, events] of Object.entries(OF_EVERYBODY)) {
    await trx.raw(`
      create trigger tell_everybody after ${events} or truncate on ${table}
        for each statement execute function tell_everybody();
      alter table ${table} enable always trigger tell_everybody`);
  }
}

const OF_ACCOUNTS: Readonly<Record<string, string>> = {
  accounts: 'update or delete',
  users: 'update or delete',
  subscriptions: 'insert or update or delete',
  api_tokens: 'update or delete',
  sessions: 'update or delete',
  tracked_satellites: 'insert or update or delete',
  ground_stations: 'insert or update or delete',
};

const OF_EVERYBODY: Readonly<Record<string, string>> = {
  satellites: 'update or delete',
  elsets: 'insert or update or delete',
  windows: 'update or delete',
  window_satellites: 'update or delete',
  coverage_analysis_runs: 'update or delete',
};

// The database sends one of several equal notices of a transaction. That a token or a session was used is written every
// minute, and ends nothing.
const FUNCTIONS = `
create function tell_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(old) - 'last_used_at' = to_jsonb(new) - 'last_used_at'
    and cast(to_jsonb(new) ->> 'last_used_at' as timestamptz)
      >= coalesce(cast(to_jsonb(old) ->> 'last_used_at' as timestamptz), '-infinity')
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform pg_notify('sidelobe_changes', to_jsonb(old) ->> tg_argv[0]);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('sidelobe_changes', to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end $$;

create function tell_everybody() returns trigger language plpgsql as $$
begin
  perform pg_notify('sidelobe_changes', '*');
  return null;
end $$;
`;
