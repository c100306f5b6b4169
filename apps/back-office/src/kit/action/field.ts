import type { FieldProblem } from '@emporion/web/ui/form/field-problem.ts';
import type { ReactNode } from 'react';

/** One field of an action's form. All are needed unless they say otherwise. */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  /** `user` is found by name or email and gives an id, `coin` a code, `country` two letters. */
  readonly kind:
    | 'text'
    | 'lines'
    | 'number'
    | 'choice'
    | 'day'
    | 'moment'
    | 'switch'
    | 'colour'
    | 'user'
    | 'coin'
    | 'country';
  readonly hint?: string;
  /** What comes of the value while it is written, such as how it looks. */
  readonly preview?: (value: string) => ReactNode;
  readonly initial?: string;
  readonly isOptional?: boolean;
  /** Only staff read it: it looks like an internal note of a ticket, and unlike what a user is written. */
  readonly isInternal?: boolean;
  /** Of a choice: value and words. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** What is known of what was written so far, below the field. */
  readonly note?: (values: ActionValues) => ReactNode;
  readonly check?: (value: string, values: ActionValues) => FieldProblem | undefined;
}

export type ActionValues = Readonly<Record<string, string>>;

/** Every change by staff is explained; the words go into the audit log. */
export const reasonField: ActionField = {
  name: 'reason',
  label: 'Reason',
  kind: 'lines',
  hint: 'At least three characters. Kept in the audit log.',
  check: (reason) => (reason.length < 3 ? { code: 'text_too_short', params: { min: '3' } } : undefined),
};
