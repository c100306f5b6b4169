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

interface CheckboxState<On, Off> {
  value: On | Off;
  onValueChange(value: On | Off): void;
}

/** The two values are true and false unless both are given. */
export type CheckboxProps<On = true, Off = false> = CheckboxLook &
  CheckboxState<On, Off> &
  ([On, Off] extends [true, false]
    ? { trueValue?: true; falseValue?: false }
    : { trueValue: On; falseValue: Off });

/** A choice of two. It is checked while its value is the true value. */
export function Checkbox<On = true, Off = false>(props: CheckboxProps<On, Off>) {
  const { label, error, className, value, onValueChange, trueValue, falseValue, id, ...input } = props;
  const on = (trueValue ?? true) as On;
  const off = (falseValue === undefined ? false : falseValue) as Off;
  const ownId = useId();
  const invalid = hasError(error);
  const errorId = `${id ?? ownId}-error`;
  return (
    <div className={classNames('field', className)}>
      <label className="checkbox-line">
        <input
          {...input}
          id={id ?? ownId}
          type="checkbox"
          className="checkbox"
          checked={value === on}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? errorId : undefined}
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
