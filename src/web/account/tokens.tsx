import { useState } from 'preact/hooks';
import type { NewTokenJson, TokenJson } from '../../http/schemas/session.js';
import { CopyButton } from '../components/buttons.js';
import { Confirm } from '../components/dialog.js';
import { Field, useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { Time } from '../components/time.js';
import { askJson } from '../data/client.js';
import { zoneName } from '../time.js';

const PATH = '/page/tokens';

export async function listTokens(signal: AbortSignal): Promise<TokenJson[]> {
  const { tokens } = await askJson<{ tokens: TokenJson[] }>(PATH, { signal });
  return tokens;
}

function createToken(name: string): Promise<NewTokenJson> {
  return askJson<NewTokenJson>(PATH, { method: 'POST', body: { name } });
}

async function revokeToken(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

/** Changes the password; returns the number of tokens that this revoked: those of sign-ins, or all. */
export async function changePassword(current: string, next: string, revokeAll: boolean): Promise<number> {
  const body = { current_password: current, new_password: next, revoke_tokens: revokeAll };
  const { revoked_tokens: revoked } = await askJson<{ revoked_tokens: number }>('/page/password', {
    method: 'PUT',
    body,
  });
  return revoked;
}

/** Form that makes a token and shows it, this once. */
export function NewTokenForm({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<NewTokenJson>();
  const { submit, busy, error } = useSubmit(async () => {
    setMade(await createToken(name.trim()));
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
        />
        <button type="submit" class="primary" disabled={busy || name.trim() === ''}>
          Create token
        </button>
      </form>
      {error && <Problem error={error} />}
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

function When({ at, none }: { at: string | null; none: string }) {
  return at === null ? <span class="hint">{none}</span> : <Time ms={Date.parse(at)} />;
}

export function TokenTable({ tokens, onRevoked }: { tokens: readonly TokenJson[]; onRevoked: () => void }) {
  const [asked, setAsked] = useState<TokenJson>();
  if (tokens.length === 0) return <p class="empty">No tokens yet. Name one above to create it.</p>;
  return (
    <div class="scroll">
      <table class="stacks">
        <caption class="hidden">API tokens</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Made by</th>
            <th scope="col">Created ({zoneName()})</th>
            <th scope="col">Last used ({zoneName()})</th>
            <th scope="col">Expires ({zoneName()})</th>
            <th scope="col">
              <span class="hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">{token.name}</th>
              <td data-label="Made by">{ORIGINS[token.origin]}</td>
              <td data-label="Created">
                <When at={token.created_at} none="" />
              </td>
              <td data-label="Last used">
                <When at={token.last_used_at} none="never" />
              </td>
              <td data-label="Expires">
                <When at={token.expires_at} none="never" />
              </td>
              <td class="end">
                <button type="button" aria-label={`Revoke ${token.name}`} onClick={() => setAsked(token)}>
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <Confirm
          title={`Revoke ${asked.name}?`}
          action="Revoke token"
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await revokeToken(asked.id);
            onRevoked();
          }}
        >
          <p>Scripts that use it will be refused. This cannot be undone.</p>
        </Confirm>
      )}
    </div>
  );
}
