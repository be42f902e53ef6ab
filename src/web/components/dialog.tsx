import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
    // Else the press would take the focus that is given back.
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
