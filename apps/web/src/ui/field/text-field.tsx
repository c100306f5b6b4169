import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldLook } from './field-frame.tsx';

export interface TextFieldProps extends FieldLook, Omit<ComponentProps<'input'>, 'className'> {
  /** A unit or a few words after the text. */
  suffix?: ReactNode;
  /** A button after the text. */
  control?: ReactNode;
  /** Said politely for a moment, and empty between moments. */
  notice?: string | undefined;
  /** Figures stand right-aligned and in columns. */
  numeric?: boolean | undefined;
}

/** A line of text with its label. It passes everything else on to the `<input>`, the ref included. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    labelEnd,
    hint,
    notice,
    error,
    className,
    suffix,
    control,
    numeric,
    id,
    ...input
  } = props;
  const frame = { label, hideLabel, labelEnd, hint, notice, error, className, id };
  return (
    <FieldFrame {...frame} describedBy={input['aria-describedby']}>
      {(described) => (
        <div className="field-box">
          <input
            type="text"
            {...input}
            {...described}
            className="field-input"
            data-numeric={numeric === true ? '' : undefined}
          />
          {suffix !== undefined && <span className="field-suffix">{suffix}</span>}
          {control !== undefined && (
            <span className="field-suffix" data-control="">
              {control}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
