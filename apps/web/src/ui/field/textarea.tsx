import type { ComponentProps } from 'react';
import { FieldFrame, type FieldLook } from './field-frame.tsx';

export interface TextareaProps extends FieldLook, Omit<ComponentProps<'textarea'>, 'className'> {}

/** Several lines of text. */
export function Textarea(props: TextareaProps) {
  const { label, hideLabel, labelEnd, hint, error, className, id, rows = 10, ...textarea } = props;
  const frame = { label, hideLabel, labelEnd, hint, error, className, id };
  return (
    <FieldFrame {...frame} describedBy={textarea['aria-describedby']}>
      {(described) => (
        <div className="field-box">
          <textarea {...textarea} {...described} rows={rows} className="field-input" />
        </div>
      )}
    </FieldFrame>
  );
}
