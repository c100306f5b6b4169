import type { FieldProblem } from '@emporion/web/ui/form/field-problem.ts';
import type { ReactNode } from 'react';

/** One field of an action's form. All are needed unless they say otherwise. */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'number' | 'choice' | 'day' | 'moment' | 'switch' | 'colour';
  readonly hint?: string;
  /** What comes of the value while it is written, such as how it looks. */
  readonly preview?: (value: string) => ReactNode;
  readonly initial?: string;
  readonly isOptional?: boolean;
  /** Of a choice: value and words. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly check?: (value: string, values: ActionValues) => FieldProblem | undefined;
}

export type ActionValues = Readonly<Record<string, string>>;

/** Every change by staff is explained; the words go into the audit log. */
export const reasonField: ActionField = {
  name: 'reason',
  label: 'Reason',
  kind: 'lines',
  hint: 'Kept in the audit log.',
};
