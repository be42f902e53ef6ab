import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSubmit } from './form.js';
import { Problem } from './problem.js';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether a click beside it leaves it open: it holds what is typed. */
  isKept?: boolean;
  children: ComponentChildren;
}

/** Whether a click fell beside the dialog: on its backdrop. */
function isBeside({ clientX, clientY, currentTarget, target }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Modal dialog: the browser keeps the focus inside, closes it on Escape and gives the focus back; so does a click beside it. */
export function Dialog({ title, onClose, isKept = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether it is closed because it was taken away: of that nobody need be told. */
  const isGone = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      isGone.current = true;
      element?.close();
    };
  }, []);
  const leaveBeside = (event: MouseEvent) => {
    if (isKept || !isBeside(event)) return;
    // The press would otherwise take the focus from the element that gets it back.
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={() => isGone.current || onClose()} onMouseDown={leaveBeside}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

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
