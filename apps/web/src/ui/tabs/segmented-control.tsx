import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Fills the chosen segment in the colour of a side of the market. */
  tone?: 'buy' | 'sell';
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange(value: Value): void;
  className?: string | undefined;
}

/** One of a few, side by side. Radio buttons underneath, so the keyboard works as it does everywhere. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange, className } = props;
  const name = useId();
  return (
    <fieldset className={classNames('segments', className)}>
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className="segment" data-tone={segment.tone}>
          <input
            type="radio"
            className="segment-input"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onValueChange(segment.value)}
          />
          <span className="segment-label">{segment.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
