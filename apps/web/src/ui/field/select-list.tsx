import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { isHeldPress } from '#ui/button/held-key.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { indexAfterKey, indexAfterTyping, isTypedLetter } from '#ui/popup/list-navigation.ts';
import { createTypeAhead } from '#ui/popup/type-ahead.ts';
import { FieldFrame, type FieldLook } from './field-frame.tsx';
import { findOptions } from './find-options.ts';
import { OptionName, type SelectOption, SelectOptions } from './select-options.tsx';

export interface SelectListProps extends FieldLook {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange(value: string): void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
}

interface ListState extends Pick<SelectListProps, 'options' | 'value' | 'onValueChange'> {
  isLong: boolean;
}

/** A longer list is searched, as in it nobody finds a thing by looking. */
const shortListMax = 12;

/** Open or closed, what is searched for, the active entry, and what the keys do with them. */
function useListState({ options, value, onValueChange, isLong }: ListState) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [searched, setSearched] = useState('');
  const [typeAhead] = useState(createTypeAhead);
  const close = useCallback(() => setOpen(false), []);
  const shown = findOptions(options, searched);
  const selectedIndex = options.findIndex((option) => option.value === value);

  const show = (index = Math.max(selectedIndex, 0)): void => {
    setSearched('');
    setActive(index);
    setOpen(true);
  };
  const search = (text: string): void => {
    setSearched(text);
    setActive(0);
    setOpen(true);
  };
  const choose = (index: number): void => {
    const option = shown[index];
    close();
    if (option !== undefined && option.value !== value) onValueChange(option.value);
  };
  /** Where typing leads in a list that is not searched. */
  const indexTyped = (letter: string) =>
    indexAfterTyping(
      options.map(({ html }) => html),
      { current: open ? active : selectedIndex, typed: typeAhead.add(letter) },
    );
  /** Of the search field: letters, spaces and the keys that move within a line are its own. */
  const onSearchKey = (event: KeyboardEvent): void => {
    const isOfText = event.key === 'Home' || event.key === 'End' || event.key === ' ';
    if (!isTypedLetter(event) && !isOfText) onKeyDown(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Leaving chooses nothing: only Enter, Space and a press say that an option is meant.
    if (event.key === 'Tab') {
      close();
      return;
    }
    const held = isHeldPress(event);
    const isLetter = isTypedLetter(event);
    const moved = isLetter
      ? indexTyped(event.key)
      : indexAfterKey(event.key, { current: open ? active : -1, count: shown.length });
    const presses = !held && (event.key === 'Enter' || event.key === ' ');
    if (event.key === 'Escape' && open) close();
    else if (isLong && isLetter) search(open ? searched + event.key : event.key);
    else if (presses && open) choose(active);
    else if (presses || (!open && event.key.startsWith('Arrow'))) show();
    else if (moved !== undefined) {
      if (open) setActive(moved);
      else show(moved);
    } else if (!held) return;
    event.preventDefault();
  };
  return { open, active, searched, shown, setActive, close, show, search, choose, onKeyDown, onSearchKey };
}

/** One of a list, chosen with the pointer, the arrow keys or by typing; a long one has a field to search in. */
export function SelectList(props: SelectListProps) {
  const { options, value, onValueChange, placeholder, disabled = false, id, ...look } = props;
  const isLong = options.length > shortListMax;
  const list = useListState({ options, value, onValueChange, isLong });
  const boxRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const selected = options.find((option) => option.value === value);
  const back = (): void => {
    list.close();
    buttonRef.current?.focus({ preventScroll: true });
  };
  return (
    <FieldFrame {...look} id={id}>
      {(control, labelId) => (
        <div className="field-box" ref={boxRef}>
          <button
            {...control}
            type="button"
            role="combobox"
            className="field-input select-button"
            disabled={disabled}
            ref={buttonRef}
            aria-labelledby={labelId}
            aria-haspopup="listbox"
            aria-expanded={list.open}
            aria-controls={`${control.id}-list`}
            aria-activedescendant={list.open ? `${control.id}-option-${list.active}` : undefined}
            onClick={() => (list.open ? list.close() : list.show())}
            onKeyDown={list.onKeyDown}
          >
            {selected?.start}
            <span className="select-value" data-placeholder={selected === undefined ? '' : undefined}>
              {selected === undefined ? placeholder : <OptionName option={selected} />}
            </span>
            <Icon name="chevron-down" size={16} />
          </button>
          {list.open && (
            <SelectOptions
              id={control.id}
              labelId={labelId}
              options={list.shown}
              value={value}
              active={list.active}
              onActive={list.setActive}
              onChoose={(index) => {
                list.choose(index);
                back();
              }}
              close={list.close}
              anchorRef={boxRef}
              search={
                isLong
                  ? {
                      text: list.searched,
                      onText: list.search,
                      onKeyDown: (event) => {
                        // The field is gone with the list: whoever goes on with Tab, or closes it, goes on from the button.
                        if (['Tab', 'Escape', 'Enter'].includes(event.key))
                          buttonRef.current?.focus({ preventScroll: true });
                        list.onSearchKey(event);
                      },
                    }
                  : undefined
              }
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
