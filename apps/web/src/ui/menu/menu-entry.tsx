import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { isHeldPress } from '#ui/button/held-key.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

interface EntryLook {
  label: string;
  icon?: IconName;
}

export interface LinkEntry extends EntryLook {
  kind: 'link';
  to: string;
  newTab?: boolean;
}

export interface ActionEntry extends EntryLook {
  kind: 'action';
  onSelect(): void;
  /** Ends something: shown in the colour of a sale, and still named in words. */
  danger?: boolean;
}

/** One of several; the checked one carries a tick. */
export interface ChoiceEntry extends EntryLook {
  kind: 'choice';
  checked: boolean;
  onSelect(): void;
  /** The language the label is written in, where it differs from the page's. */
  lang?: string;
}

export interface SeparatorEntry {
  kind: 'separator';
  id: string;
}

export type MenuItem = LinkEntry | ActionEntry | ChoiceEntry;
export type MenuEntry = MenuItem | SeparatorEntry;

function EntryContent({ entry }: { entry: MenuItem }) {
  return (
    <>
      {entry.icon !== undefined && <Icon name={entry.icon} size={16} />}
      <span className="popup-entry-label" lang={entry.kind === 'choice' ? entry.lang : undefined}>
        {entry.label}
      </span>
      {entry.kind === 'choice' && entry.checked && <Icon name="check" size={16} />}
      {entry.kind === 'link' && entry.newTab === true && <Icon name="external-link" size={14} />}
    </>
  );
}

/** One entry of an open menu. Entries are reached by the arrow keys, so none of them is a tab stop. */
export function MenuEntryView({ entry, done }: { entry: MenuItem; done(): void }) {
  const shared = { className: 'popup-entry', tabIndex: -1 };
  if (entry.kind === 'link') {
    const target = entry.newTab === true ? { target: '_blank', rel: 'noopener' } : {};
    const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>): void => {
      if (event.key !== ' ') return;
      event.preventDefault();
      if (!isHeldPress(event)) event.currentTarget.click();
    };
    return (
      <Link {...shared} {...target} role="menuitem" to={entry.to} onClick={done} onKeyDown={onKeyDown}>
        <EntryContent entry={entry} />
      </Link>
    );
  }
  const press = (): void => {
    done();
    entry.onSelect();
  };
  const state =
    entry.kind === 'choice'
      ? { role: 'menuitemradio', 'aria-checked': entry.checked }
      : { role: 'menuitem', 'data-danger': entry.danger === true ? '' : undefined };
  return (
    <button {...shared} {...state} type="button" onClick={press}>
      <EntryContent entry={entry} />
    </button>
  );
}
