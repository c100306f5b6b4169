import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { indexAfterKey } from '#ui/popup/list-navigation.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content?: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** The name of the row of tabs for assistive technology. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange(value: Value): void;
  /** Stands at the far end of the row of tabs. */
  end?: ReactNode;
  /** Takes the height it is given; the panel scrolls by itself. */
  fill?: boolean | undefined;
  className?: string | undefined;
}

const sideways: Record<string, string> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
  Home: 'Home',
  End: 'End',
};

/** Tabs over the panel of the chosen one. Only that panel is in the page. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  end,
  fill = false,
  className,
}: TabsProps<Value>) {
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const current = tabs.findIndex((tab) => tab.value === value);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexAfterKey(sideways[event.key] ?? '', { current, count: tabs.length });
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onValueChange(tab.value);
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  return (
    <div className={classNames('min-w-0', fill && 'flex h-full min-h-0 flex-col', className)}>
      <div className="tab-row">
        <div className="tab-list" role="tablist" aria-label={label} ref={listRef} onKeyDown={onKeyDown}>
          {tabs.map((tab, index) => (
            <button
              key={tab.value}
              id={`${id}-tab-${tab.value}`}
              type="button"
              role="tab"
              className="tab"
              tabIndex={index === Math.max(current, 0) ? 0 : -1}
              aria-selected={index === current}
              aria-controls={index === current ? `${id}-panel` : undefined}
              onClick={() => onValueChange(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${value}`}
        className={fill ? 'min-h-0 flex-1 overflow-y-auto' : 'tab-panel'}
      >
        {tabs[current]?.content}
      </div>
    </div>
  );
}
