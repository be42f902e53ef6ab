import { useState } from 'preact/hooks';
import type { BrowserSessionJson } from '../../http/schemas/session.js';
import { Confirm } from '../components/dialog.js';
import { Time } from '../components/time.js';
import { askJson } from '../data/client.js';
import { zoneName } from '../time.js';
import { browserOf } from './browserOf.js';

const PATH = '/page/sessions';

export async function listSessions(signal: AbortSignal): Promise<BrowserSessionJson[]> {
  const { sessions } = await askJson<{ sessions: BrowserSessionJson[] }>(PATH, { signal });
  return sessions;
}

async function endSession(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

export function SessionTable({ sessions, onEnded }: { sessions: readonly BrowserSessionJson[]; onEnded: () => void }) {
  const [asked, setAsked] = useState<BrowserSessionJson>();
  return (
    <div class="scroll">
      <table class="stacks">
        <caption class="hidden">Browsers in which you are signed in</caption>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Signed in ({zoneName()})</th>
            <th scope="col">Last used ({zoneName()})</th>
            <th scope="col">
              <span class="hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row" title={session.user_agent}>
                {browserOf(session.user_agent)}
              </th>
              <td data-label="Signed in">
                <Time ms={Date.parse(session.created_at)} />
              </td>
              <td data-label="Last used">
                <Time ms={Date.parse(session.last_used_at)} />
              </td>
              <td class="end">
                {session.is_this ? (
                  <span class="hint">this one</span>
                ) : (
                  <button
                    type="button"
                    aria-label={`End the session in ${browserOf(session.user_agent)}`}
                    onClick={() => setAsked(session)}
                  >
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <Confirm
          title={`End the session in ${browserOf(asked.user_agent)}?`}
          action="End session"
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await endSession(asked.id);
            onEnded();
          }}
        >
          <p>Anyone who uses that browser will have to sign in again.</p>
        </Confirm>
      )}
    </div>
  );
}
