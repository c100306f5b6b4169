import { Icon, type IconName } from '@emporion/web/ui/icon/icon.tsx';
import { Command } from 'cmdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { allPages } from '#app/all-pages.ts';
import { useMay } from '#app/me.ts';
import { groupNames } from '#app/page.ts';
import { focusNextHeading } from '#kit/focus-heading.ts';
import { useFound } from './search.ts';

const listeners = new Set<() => void>();
let isOpen = false;

function setOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function openPalette(): void {
  setOpen(true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** ⌘K, or Ctrl+K where there is no ⌘; the same closes it. */
function useShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen(!isOpen);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function Entry({
  icon,
  text,
  note,
  go,
}: {
  icon: IconName;
  text: string;
  note?: string | undefined;
  go(): void;
}) {
  return (
    <>
      <Icon name={icon} size={16} className="flex-none text-muted" />
      <span className="min-w-0 flex-1 truncate">{text}</span>
      {note !== undefined && <span className="flex-none text-xs text-muted">{note}</span>}
      <button type="button" tabIndex={-1} className="sr-only" onClick={go}>
        Open
      </button>
    </>
  );
}

function OpenPalette() {
  const navigate = useNavigate();
  const may = useMay();
  const [text, setText] = useState('');
  const found = useFound(text);
  const go = (to: string): void => {
    const before = document.querySelector('main h1');
    setOpen(false);
    void Promise.resolve(navigate(to)).then(() => focusNextHeading(before));
  };
  const words = text.trim().toLowerCase();
  const pages = allPages.filter(
    ({ icon, capability, title, group }) =>
      icon !== undefined && may(capability) && `${title} ${groupNames[group]}`.toLowerCase().includes(words),
  );
  return (
    <div className="palette-layer">
      <button
        type="button"
        aria-label="Close"
        tabIndex={-1}
        className="absolute inset-0"
        onClick={() => setOpen(false)}
      />
      <Command
        className="palette relative"
        label="Find a page, user, order, ticket, transaction or market"
        shouldFilter={false}
        role="dialog"
        aria-modal="true"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      >
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Search by name, email, ID, hash, market or reference"
        />
        <Command.List>
          <Command.Empty>
            {found.isFetching
              ? 'Searching …'
              : 'Nothing found. You can search users by name, email, phone or ID; orders and tickets by number; markets by pair; withdrawals and deposits by full ID, hash or address; announced transfers by reference.'}
          </Command.Empty>
          {pages.length > 0 && (
            <Command.Group heading="Pages">
              {pages.map(({ path, title, group, icon = 'list' }) => (
                <Command.Item key={path} value={`page ${path}`} onSelect={() => go(`/${path}`)}>
                  <Entry icon={icon} text={title} note={groupNames[group]} go={() => go(`/${path}`)} />
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {found.groups.map(({ heading, icon, items }) => (
            <Command.Group key={heading} heading={heading}>
              {items.map(({ id, text: name, note, to }) => (
                <Command.Item key={id} value={`${heading} ${id}`} onSelect={() => go(to)}>
                  <Entry icon={icon} text={name} note={note} go={() => go(to)} />
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </div>
  );
}

/** Jumps to a page, a user, an order, a transaction or a market. */
export function Palette() {
  useShortcut();
  const open = useSyncExternalStore(subscribe, () => isOpen);
  return open ? <OpenPalette /> : null;
}
