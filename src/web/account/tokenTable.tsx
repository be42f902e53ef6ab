import type { TokenJson } from '../../http/schemas/session.js';
import { useState } from 'preact/hooks';
import { Confirm } from '../components/confirm.js';
import { Time } from '../components/time.js';
import { revokeToken } from './tokens.js';

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
        <caption class="hidden">API tokens, times in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Made by</th>
            <th scope="col">Created (UTC)</th>
            <th scope="col">Last used (UTC)</th>
            <th scope="col">Expires (UTC)</th>
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
