import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.js';
import { useSubmit } from './form.js';
import { Problem } from './problem.js';

interface ConfirmProps {
  title: string;
  action: string;
  children: ComponentChildren;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Dialog before an action that cannot be undone; stays open with the reason when the action fails. */
function Confirm({ title, action, children, onConfirm, onClose }: ConfirmProps) {
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

interface ConfirmButtonProps extends Omit<ConfirmProps, 'onClose'> {
  text: string;
  /** Name for screen readers, if the text alone does not say what the button acts on. */
  label?: string;
  class?: string;
}

/** Button of an action that cannot be undone: it opens a dialog that asks first. */
export function ConfirmButton({ text, label, class: look, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" class={look} aria-label={label} onClick={() => setIsAsking(true)}>
        {text}
      </button>
      {isAsking && <Confirm {...dialog} onClose={() => setIsAsking(false)} />}
    </>
  );
}
