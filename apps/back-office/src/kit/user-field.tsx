import { type ListedUser, userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { FieldFrame, type FieldLook } from '@emporion/web/ui/field/field-frame.tsx';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface UserFieldProps extends FieldLook {
  id?: string | undefined;
  /** The id of an account; empty while none is chosen. */
  value: string;
  onValueChange(value: string): void;
  onBlur?: (() => void) | undefined;
}

const shownMax = 6;
const typingMs = 250;

const nameOf = ({ first_name, last_name, username }: ListedUser): string =>
  [first_name, last_name].filter(Boolean).join(' ') || username;

/** What was typed once nothing more comes. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

export function useUserCard(id: string) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(userAdminEndpoints.read, { params: { id }, signal })),
    enabled: /^[0-9a-f-]{36}$/i.test(id),
    retry: false,
  });
}

function useFound(typed: string) {
  const search = useSettled(typed);
  const { data } = useQuery({
    queryKey: ['find-user', search],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(userAdminEndpoints.list, { query: { search, limit: shownMax }, signal })),
    enabled: search.length > 1,
  });
  return { found: data?.results ?? [], isNobody: data?.results.length === 0 && search === typed.trim() };
}

/** Finds a user by whatever one knows of them, and holds the id. */
export function UserField({ id, value, onValueChange, onBlur, ...look }: UserFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const chosen = useUserCard(value).data;
  const { found, isNobody } = useFound(value === '' ? typed : '');
  const choose = (user: ListedUser | undefined): void => {
    if (user === undefined) return;
    setTyped('');
    onValueChange(user.id);
  };
  const press = (event: KeyboardEvent): void => {
    if (found.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };
  const text = value === '' ? typed : chosen === undefined ? value : `${nameOf(chosen)} · ${chosen.email}`;
  return (
    <FieldFrame {...look} id={id} hint={isNobody ? 'Nobody was found.' : look.hint}>
      {(control) => (
        <>
          <div className="field-box">
            <input
              {...control}
              className="field-input"
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={found[active] && `${listId}-${active}`}
              autoComplete="off"
              placeholder="Name, email or ID"
              value={text}
              onBlur={onBlur}
              onKeyDown={press}
              onChange={(event) => {
                // Whoever writes over a chosen user looks for another one.
                setTyped(event.currentTarget.value === text ? '' : event.currentTarget.value);
                setActive(0);
                if (value !== '') onValueChange('');
              }}
            />
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label={look.label}
            className="user-options"
            hidden={found.length === 0}
          >
            {found.map((user, index) => (
              <button
                key={user.id}
                id={`${listId}-${index}`}
                type="button"
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(user)}
              >
                <b className="font-semibold">{nameOf(user)}</b>
                <span className="text-muted">{`${user.email} · ${user.username}`}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </FieldFrame>
  );
}
