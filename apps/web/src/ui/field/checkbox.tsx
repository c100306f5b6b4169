import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { hasError } from './field-frame.tsx';

type Inherited = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'checked' | 'defaultChecked' | 'onChange' | 'className'
>;

interface CheckboxLook extends Inherited {
  label: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
}

export interface CheckboxProps<Value> extends CheckboxLook {
  value: Value;
  onValueChange(value: NoInfer<Value>): void;
  /** What it holds while checked; true unless given. */
  trueValue?: NoInfer<Value>;
  /** What it holds while not checked; false unless given. */
  falseValue?: NoInfer<Value>;
}

/** Anything but true and false needs both values named. */
type NamedValues<Value> = CheckboxProps<Value> & { trueValue: NoInfer<Value>; falseValue: NoInfer<Value> };

/** A choice of two. It is checked while its value is the true value. */
export function Checkbox(props: CheckboxProps<boolean>): ReactNode;
export function Checkbox<Value>(props: NamedValues<Value>): ReactNode;
export function Checkbox<Value>(props: CheckboxProps<Value>): ReactNode {
  const { label, error, className, value, onValueChange, trueValue, falseValue, id, ...input } = props;
  const on = trueValue === undefined ? (true as Value) : trueValue;
  const off = falseValue === undefined ? (false as Value) : falseValue;
  const ownId = useId();
  const invalid = hasError(error);
  const errorId = `${id ?? ownId}-error`;
  return (
    <div className={classNames('field', className)}>
      <label className="checkbox-line">
        <input
          // Whoever describes it by something else has no error to show.
          aria-describedby={invalid ? errorId : undefined}
          {...input}
          id={id ?? ownId}
          type="checkbox"
          className="checkbox"
          checked={value === on}
          aria-invalid={invalid || undefined}
          onChange={(event) => onValueChange(event.currentTarget.checked ? on : off)}
        />
        <span>{label}</span>
      </label>
      {invalid && (
        <p id={errorId} className="field-error">
          <Icon name="circle-alert" size={14} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
