import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#ui/class-names.ts';
import { type Bounds, within } from './desk-layout.ts';

/** How far a key moves it, in pixels; with Shift it takes larger steps. */
const steps = { plain: 16, large: 64 } as const;

export interface SeparatorProps {
  label: string;
  /** `vertical` stands between two columns and moves sideways. */
  orientation: 'vertical' | 'horizontal';
  /** The size that it sets; undefined while nobody has set it. */
  size: number | undefined;
  bounds: Bounds;
  /** 1 when what it sets grows to the right or down, -1 when it grows the other way. */
  grows: 1 | -1;
  /** The element whose size it sets. */
  sizedId: string;
  onSize(size: number): void;
  onRestore(): void;
  className?: string;
  style?: CSSProperties;
}

function sizeOf(id: string, orientation: SeparatorProps['orientation']): number {
  const element = document.getElementById(id);
  if (element === null) return 0;
  return orientation === 'vertical' ? element.offsetWidth : element.offsetHeight;
}

/** What a key makes of a size; undefined for a key that means nothing here. */
function sizeAfterKey(event: KeyboardEvent, now: number, props: SeparatorProps): number | undefined {
  const { orientation, bounds, grows } = props;
  const step = (event.shiftKey ? steps.large : steps.plain) * grows;
  const [back, forth] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (event.key === back) return now - step;
  if (event.key === forth) return now + step;
  if (event.key === 'Home') return bounds.min;
  return event.key === 'End' ? bounds.max : undefined;
}

/** The edge between two panels: dragged by mouse or finger, moved by the arrow keys, put back by a double click or Enter. */
export function Separator(props: SeparatorProps) {
  const { label, orientation, size, bounds, grows, sizedId, onSize, onRestore, className, style } = props;
  const drag = useRef<{ at: number; size: number } | null>(null);
  const [measured, setMeasured] = useState(bounds.min);
  useEffect(() => setMeasured(within(sizeOf(sizedId, orientation), bounds)), [sizedId, orientation, bounds]);
  const place = (event: PointerEvent): number => (orientation === 'vertical' ? event.clientX : event.clientY);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onRestore();
    const next = sizeAfterKey(event, size ?? sizeOf(sizedId, orientation), props);
    if (next === undefined) return;
    event.preventDefault();
    onSize(next);
  };

  return (
    <hr
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={size ?? measured}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-controls={sizedId}
      title={label}
      tabIndex={0}
      className={classNames('desk-separator', className)}
      style={style}
      onKeyDown={onKeyDown}
      onDoubleClick={onRestore}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: place(event), size: sizeOf(sizedId, orientation) };
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (from !== null) onSize(from.size + (place(event) - from.at) * grows);
      }}
      onLostPointerCapture={() => {
        drag.current = null;
      }}
    />
  );
}
