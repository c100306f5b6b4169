import { useEffect, useRef } from 'react';

/** Whoever types a number into a field means the field, and an open dialog or menu has the keys for itself. */
function isTaken({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return true;
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  );
}

/** Calls with the digit that was pressed, 1 to 9, while nobody is typing. */
export function useNumberKeys(onDigit: (digit: number) => void): void {
  const latest = useRef(onDigit);
  useEffect(() => {
    latest.current = onDigit;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!/^[1-9]$/.test(event.key) || event.defaultPrevented || isTaken(event)) return;
      latest.current(Number(event.key));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
