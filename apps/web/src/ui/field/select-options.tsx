import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icon/icon.tsx';
import { usePopup } from '#ui/popup/use-popup.ts';

export interface SelectOption {
  value: string;
  /** The name is the wire's. It is shown as text and never read as markup, because people can put words into it. */
  html: string;
}

interface SelectOptionsProps {
  id: string;
  labelId: string;
  options: readonly SelectOption[];
  selectedIndex: number;
  active: number;
  onActive(index: number): void;
  onChoose(index: number): void;
  close(): void;
  anchorRef: RefObject<HTMLDivElement | null>;
}

/** The open list. Focus stays on the button, which names the active entry. */
export function SelectOptions(props: SelectOptionsProps) {
  const { id, labelId, options, selectedIndex, active, onActive, onChoose, close, anchorRef } = props;
  const listRef = useRef<HTMLDivElement>(null);
  usePopup({ open: true, close, anchorRef, popupRef: listRef, matchWidth: true });

  useLayoutEffect(() => {
    listRef.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  return createPortal(
    <div
      className="popup"
      role="listbox"
      id={`${id}-list`}
      aria-labelledby={labelId}
      tabIndex={-1}
      ref={listRef}
    >
      {options.map((option, index) => (
        // The keys are handled by the button, which keeps the focus while the list is open.
        <button
          type="button"
          key={option.value}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          data-active={index === active ? '' : undefined}
          className="popup-entry"
          onPointerMove={() => index !== active && onActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span className="popup-entry-label">{option.html}</span>
          {index === selectedIndex && <Icon name="check" size={16} />}
        </button>
      ))}
    </div>,
    document.body,
  );
}
