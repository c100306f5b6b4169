import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icon/icon.tsx';
import { usePopup } from '#ui/popup/use-popup.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface SelectOption {
  value: string;
  /** The name is the wire's. It is shown as text and never read as markup, because people can put words into it. */
  html: string;
  /** By which it is found as well where the list is searched. Only then is a function asked for them. */
  otherNames?: readonly string[] | (() => readonly string[]) | undefined;
  /** A picture before the name. */
  start?: ReactNode;
  /** Muted, behind the name. */
  note?: string | undefined;
  /** At the far end of its line in the list: a balance. */
  end?: ReactNode;
}

interface Search {
  text: string;
  onText(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

interface SelectOptionsProps {
  id: string;
  labelId: string;
  options: readonly SelectOption[];
  value: string | undefined;
  active: number;
  onActive(index: number): void;
  onChoose(index: number): void;
  close(): void;
  anchorRef: RefObject<HTMLDivElement | null>;
  /** Of a long list. */
  search: Search | undefined;
}

/** The open list. Without a search the focus stays on the button, which names the active entry; with one it is in the search field. */
export function SelectOptions(props: SelectOptionsProps) {
  const { id, labelId, options, value, active, onActive, onChoose, close, anchorRef, search } = props;
  const { t } = useTranslation();
  const popupRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  usePopup({ open: true, close, anchorRef, popupRef, matchWidth: true, follows: search !== undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search moves the active entry too
  useLayoutEffect(() => {
    listRef.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active, search?.text]);

  const list = (
    <div role="listbox" id={`${id}-list`} aria-labelledby={labelId} tabIndex={-1} ref={listRef}>
      {options.map((option, index) => (
        // The keys are handled by whoever has the focus: the button, or the search field.
        <button
          type="button"
          key={option.value}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          data-active={index === active ? '' : undefined}
          className="popup-entry"
          onPointerMove={() => index !== active && onActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {option.start}
          <span className="popup-entry-label">
            <OptionName option={option} />
          </span>
          {option.end}
          {option.value === value && <Icon name="check" size={16} />}
        </button>
      ))}
    </div>
  );
  return createPortal(
    <div className="popup" data-searched={search ? '' : undefined} ref={popupRef}>
      {search && <SearchField {...search} id={id} activeId={`${id}-option-${active}`} />}
      {list}
      {search && (
        <p role="status" className="popup-none">
          {options.length === 0 ? t('common.nothingFound') : ''}
        </p>
      )}
    </div>,
    document.body,
  );
}

export function OptionName({ option: { html, note } }: { option: SelectOption }) {
  // Some coins are called as their codes are.
  if (note === undefined || note === html) return html;
  return (
    <>
      {html} <span className="option-note">{note}</span>
    </>
  );
}

/** Fingers look first, and a keyboard on the screen would cover half of the list: only who has keys begins in the field. */
const hasKeys = (): boolean => !window.matchMedia?.('(pointer: coarse)').matches;

function SearchField({ text, onText, onKeyDown, id, activeId }: Search & { id: string; activeId: string }) {
  const { t } = useTranslation();
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasKeys()) inputRef.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="popup-search">
      <Icon name="search" size={16} />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
