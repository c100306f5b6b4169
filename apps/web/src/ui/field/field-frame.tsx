import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';

/** What every field takes around its control. */
export interface FieldLook {
  label: string;
  /** Keeps the label for assistive technology only, where the place of the field says it to the eye. */
  hideLabel?: boolean | undefined;
  /** Stands at the far end of the label's line: a balance, a link. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  /** The words of what is wrong. Their presence marks the control as invalid. */
  error?: ReactNode;
  className?: string | undefined;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldLook {
  id?: string | undefined;
  /** Said politely for a moment. Give an empty text between moments: a live region is heard only if it was there before. */
  notice?: string | undefined;
  /** Ids of further descriptions that the caller gives the control. */
  describedBy?: string | undefined;
  children: (control: ControlProps, labelId: string) => ReactNode;
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <Icon name="circle-alert" size={14} />
      <span>{children}</span>
    </p>
  );
}

export function hasError(error: ReactNode): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** Label, control, hint and error, tied together for assistive technology. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hideLabel = false, labelEnd, hint, notice, error, className, describedBy, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const invalid = hasError(error);
  const described = classNames(describedBy, hint !== undefined && `${id}-hint`, invalid && `${id}-error`);
  const control: ControlProps = {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': invalid || undefined,
  };
  return (
    <div className={classNames('field', className)}>
      <div className={hideLabel ? 'sr-only' : 'field-label'}>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {labelEnd}
      </div>
      {children(control, `${id}-label`)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {notice !== undefined && (
        <p role="status" className="field-notice">
          {notice}
        </p>
      )}
      {invalid && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
