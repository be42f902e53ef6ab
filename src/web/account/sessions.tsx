import type { BrowserSessionJson } from '../../http/schemas/session.js';
import { ConfirmButton } from '../components/confirmButton.js';
import { type Column, DataTable } from '../components/dataTable.js';
import { timeColumn } from '../components/time.js';
import { askJson } from '../data/client.js';
import { browserOf } from './browserOf.js';

const PATH = '/page/sessions';

export async function listSessions(signal: AbortSignal): Promise<BrowserSessionJson[]> {
  const { sessions } = await askJson<{ sessions: BrowserSessionJson[] }>(PATH, { signal });
  return sessions;
}

export function SessionTable({ sessions, onEnded }: { sessions: readonly BrowserSessionJson[]; onEnded: () => void }) {
  const columns: Column<BrowserSessionJson>[] = [
    {
      key: 'browser',
      head: 'Browser',
      isHead: true,
      cell: ({ user_agent: agent }) => <span title={agent}>{browserOf(agent)}</span>,
    },
    timeColumn('begun', 'Signed in', (session) => session.created_at),
    timeColumn('used', 'Last used', (session) => session.last_used_at),
    {
      key: 'act',
      head: <span class="hidden">Action</span>,
      class: 'end',
      cell: ({ id, is_this: isThis, user_agent: agent }) =>
        isThis ? (
          <span class="hint">this one</span>
        ) : (
          <ConfirmButton
            text="End"
            label={`End the session in ${browserOf(agent)}`}
            title={`End the session in ${browserOf(agent)}?`}
            action="End session"
            onConfirm={() => askJson(`${PATH}/${id}`, { method: 'DELETE' }).then(onEnded)}
          >
            <p>Anyone who uses that browser will have to sign in again.</p>
          </ConfirmButton>
        ),
    },
  ];
  const caption = 'Browsers in which you are signed in';
  return (
    <div class="scroll">
      <DataTable class="stacks" caption={caption} columns={columns} rows={sessions} keyOf={({ id }) => id} />
    </div>
  );
}
