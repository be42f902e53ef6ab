import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';
import { useSubmit } from './useSubmit.js';

interface ConfirmProps {
  title: string;
  action: string;
  children: ComponentChildren;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Dialog before an action that cannot be undone; stays open with the reason when the action fails. */
export function Confirm({ title, action, children, onConfirm, onClose }: ConfirmProps) {
  const { submit, busy, error } = useSubmit(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error && <Problem error={error} />}
      <div class="actions">
        <button type="button" class="danger" aria-disabled={busy} onClick={submit}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
