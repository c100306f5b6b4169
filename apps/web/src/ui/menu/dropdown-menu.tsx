import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { ignoreHeldPress } from '#ui/button/held-key.ts';
import { classNames } from '#ui/class-names.ts';
import { indexAfterKey, indexAfterTyping, isTypedLetter } from '#ui/popup/list-navigation.ts';
import { createTypeAhead } from '#ui/popup/type-ahead.ts';
import { usePopup } from '#ui/popup/use-popup.ts';
import { type MenuEntry, MenuEntryView } from './menu-entry.tsx';

export type { MenuEntry } from './menu-entry.tsx';

export interface DropdownMenuProps {
  /** The name of the menu and of its button for assistive technology. */
  label: string;
  /** What the button shows. */
  children: ReactNode;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  className?: string | undefined;
  /** Given together, the owner keeps the state; else the menu keeps its own. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu === null ? [] : [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

interface OpenMenuProps extends Pick<DropdownMenuProps, 'label' | 'entries' | 'align'> {
  id: string;
  anchorRef: React.RefObject<HTMLButtonElement | null>;
  /** Opened by ArrowUp, a menu begins at its end. */
  fromEnd: boolean;
  close(): void;
}

function OpenMenu({ id, label, entries, align = 'end', anchorRef, fromEnd, close }: OpenMenuProps) {
  const menuRef = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(createTypeAhead);
  usePopup({ open: true, close, anchorRef, popupRef: menuRef, align });

  useLayoutEffect(() => {
    const items = itemsOf(menuRef.current);
    const checked = items.find((item) => item.getAttribute('aria-checked') === 'true');
    (checked ?? items.at(fromEnd ? -1 : 0))?.focus({ preventScroll: true });
  }, [fromEnd]);

  const closeAndReturn = (): void => {
    close();
    anchorRef.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    ignoreHeldPress(event);
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      closeAndReturn();
      return;
    }
    const items = itemsOf(menuRef.current);
    const focused = document.activeElement;
    const current = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
    const next = isTypedLetter(event)
      ? indexAfterTyping(
          items.map((item) => item.textContent ?? ''),
          { current, typed: typeAhead.add(event.key) },
        )
      : indexAfterKey(event.key, { current, count: items.length });
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };

  return createPortal(
    <div
      className="popup"
      role="menu"
      id={id}
      aria-label={label}
      tabIndex={-1}
      ref={menuRef}
      onKeyDown={onKeyDown}
    >
      {entries.map((entry) =>
        entry.kind === 'separator' ? (
          <hr key={entry.id} className="popup-separator" />
        ) : (
          <MenuEntryView key={entry.label} entry={entry} done={closeAndReturn} />
        ),
      )}
    </div>,
    document.body,
  );
}

/** A button with a menu of links, actions and choices. */
export function DropdownMenu({
  label,
  children,
  entries,
  align,
  className,
  open,
  onOpenChange,
}: DropdownMenuProps) {
  const menuId = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const [fromEnd, setFromEnd] = useState(false);
  const isOpen = open ?? ownOpen;

  const change = useCallback(
    (next: boolean): void => {
      setOwnOpen(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  const close = useCallback(() => change(false), [change]);

  const onKeyDown = (event: KeyboardEvent): void => {
    ignoreHeldPress(event);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setFromEnd(event.key === 'ArrowUp');
    change(true);
  };
  const onClick = (): void => {
    setFromEnd(false);
    change(!isOpen);
  };

  return (
    <>
      <button
        type="button"
        ref={buttonRef}
        className={classNames('menu-button', className)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {children}
        <span className="sr-only">{label}</span>
      </button>
      {isOpen && (
        <OpenMenu
          id={menuId}
          label={label}
          entries={entries}
          fromEnd={fromEnd}
          close={close}
          anchorRef={buttonRef}
          {...(align === undefined ? {} : { align })}
        />
      )}
    </>
  );
}
