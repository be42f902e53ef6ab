import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether Escape and a click beside the dialog leave it open, as suits a form. */
  isKept?: boolean;
  children: ComponentChildren;
}

/** Whether a click fell beside the dialog: on its backdrop. */
function isBeside({ clientX, clientY, currentTarget, target }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Modal dialog that Escape or a click beside it closes unless `isKept`. The browser keeps the focus inside, and returns
 * it afterwards.
 */
export function Dialog({ title, onClose, isKept = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the component was unmounted: the close event that this causes must not call `onClose`. */
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
    // The press would move the focus to the page; the closing dialog returns the focus to where it was before.
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      // A browser cancels no second close request in a row, but asks for none after a key that the page has taken.
      onKeyDown={(event) => isKept && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => isKept && event.preventDefault()}
      onClose={() => isGone.current || onClose()}
      onMouseDown={leaveBeside}
    >
      <div class="split">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}
