import { useState } from 'preact/hooks';
import type { NewTokenJson, TokenJson } from '../../http/schemas/session.js';
import { CopyButton } from '../components/buttons.js';
import { ConfirmButton } from '../components/confirmButton.js';
import { Field, useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { type Column, DataTable } from '../components/dataTable.js';
import { timeColumn } from '../components/time.js';
import { askJson } from '../data/client.js';

const PATH = '/page/tokens';

export async function listTokens(signal: AbortSignal): Promise<TokenJson[]> {
  const { tokens } = await askJson<{ tokens: TokenJson[] }>(PATH, { signal });
  return tokens;
}

/** Form that creates a token and shows it once. */
export function NewTokenForm({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<NewTokenJson>();
  const { submit, busy, error } = useSubmit(async () => {
    setMade(await askJson<NewTokenJson>(PATH, { method: 'POST', body: { name: name.trim() } }));
    setName('');
    onCreated();
  });
  return (
    <>
      <form class="row" onSubmit={submit}>
        <Field
          label="Name of a new token"
          placeholder="laptop, nightly job …"
          required
          value={name}
          onValue={setName}
          error={error?.details['name']}
        />
        <button type="submit" class="primary" disabled={busy || name.trim() === ''}>
          Create token
        </button>
      </form>
      {error && error.details['name'] === undefined && <Problem error={error} />}
      {made && (
        <div class="made" role="status">
          <p>
            <strong>{made.name}</strong> is ready. Copy it now: it is not shown again.
          </p>
          <div class="row">
            <code data-token>{made.token}</code>
            <CopyButton text={made.token} label="Copy token" />
            <button type="button" class="quiet" onClick={() => setMade(undefined)}>
              Done
            </button>
          </div>
        </div>
      )}
    </>
  );
}

const ORIGINS = { ui: 'this page', auth: 'sign-in by script', cli: 'command line' } as const;

export function TokenTable({ tokens, onRevoked }: { tokens: readonly TokenJson[]; onRevoked: () => void }) {
  if (tokens.length === 0) return <p class="empty">No tokens yet. Name one above to create it.</p>;
  const columns: Column<TokenJson>[] = [
    { key: 'name', head: 'Name', isHead: true, cell: ({ name }) => name },
    { key: 'origin', head: 'Made by', label: 'Made by', cell: ({ origin }) => ORIGINS[origin] },
    timeColumn('made', 'Created', (token) => token.created_at),
    timeColumn('used', 'Last used', (token) => token.last_used_at),
    timeColumn('ends', 'Expires', (token) => token.expires_at),
    {
      key: 'act',
      head: <span class="hidden">Action</span>,
      class: 'end',
      cell: ({ id, name }) => (
        <ConfirmButton
          text="Revoke"
          label={`Revoke ${name}`}
          title={`Revoke ${name}?`}
          action="Revoke token"
          onConfirm={() => askJson(`${PATH}/${id}`, { method: 'DELETE' }).then(onRevoked)}
        >
          <p>Scripts that use it will be refused. This cannot be undone.</p>
        </ConfirmButton>
      ),
    },
  ];
  return (
    <div class="scroll">
      <DataTable class="stacks" caption="API tokens" columns={columns} rows={tokens} keyOf={({ id }) => id} />
    </div>
  );
}
