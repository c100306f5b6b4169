import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { isHeldPress } from '#ui/button/held-key.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { indexAfterKey, indexAfterTyping, isTypedLetter } from '#ui/popup/list-navigation.ts';
import { createTypeAhead } from '#ui/popup/type-ahead.ts';
import { FieldFrame, type FieldLook } from './field-frame.tsx';
import { type SelectOption, SelectOptions } from './select-options.tsx';

export interface SelectListProps extends FieldLook {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange(value: string): void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
}

interface ListState extends Pick<SelectListProps, 'options' | 'onValueChange'> {
  selectedIndex: number;
}

/** Open or closed, the active entry, and what the keys do with them. */
function useListState({ options, onValueChange, selectedIndex }: ListState) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [typeAhead] = useState(createTypeAhead);
  const close = useCallback(() => setOpen(false), []);

  const show = (index = Math.max(selectedIndex, 0)): void => {
    setActive(index);
    setOpen(true);
  };
  const choose = (index: number): void => {
    const option = options[index];
    close();
    if (option !== undefined && index !== selectedIndex) onValueChange(option.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Leaving chooses nothing: only Enter, Space and a press say that an option is meant.
    if (event.key === 'Tab') {
      close();
      return;
    }
    const held = isHeldPress(event);
    const moved = isTypedLetter(event)
      ? indexAfterTyping(
          options.map(({ html }) => html),
          { current: open ? active : selectedIndex, typed: typeAhead.add(event.key) },
        )
      : indexAfterKey(event.key, { current: open ? active : -1, count: options.length });
    const presses = !held && (event.key === 'Enter' || event.key === ' ');
    if (event.key === 'Escape' && open) close();
    else if (presses && open) choose(active);
    else if (presses || (!open && event.key.startsWith('Arrow'))) show();
    else if (moved !== undefined) show(moved);
    else if (!held) return;
    event.preventDefault();
  };
  return { open, active, setActive, close, show, choose, onKeyDown };
}

/** One of a list, chosen with the pointer, the arrow keys or by typing its first letters. */
export function SelectList(props: SelectListProps) {
  const { options, value, onValueChange, placeholder, disabled = false, id, ...look } = props;
  const selectedIndex = options.findIndex((option) => option.value === value);
  const list = useListState({ options, onValueChange, selectedIndex });
  const boxRef = useRef<HTMLDivElement>(null);
  const selected = options[selectedIndex];
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
            aria-labelledby={labelId}
            aria-haspopup="listbox"
            aria-expanded={list.open}
            aria-controls={`${control.id}-list`}
            aria-activedescendant={list.open ? `${control.id}-option-${list.active}` : undefined}
            onClick={() => (list.open ? list.close() : list.show())}
            onKeyDown={list.onKeyDown}
          >
            <span className="select-value" data-placeholder={selected === undefined ? '' : undefined}>
              {selected?.html ?? placeholder}
            </span>
            <Icon name="chevron-down" size={16} />
          </button>
          {list.open && (
            <SelectOptions
              id={control.id}
              labelId={labelId}
              options={options}
              selectedIndex={selectedIndex}
              active={list.active}
              onActive={list.setActive}
              onChoose={list.choose}
              close={list.close}
              anchorRef={boxRef}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
