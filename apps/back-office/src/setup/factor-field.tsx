import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import type { ComponentProps } from 'react';
import { factorMethods } from './factor-methods.ts';

type Chosen = Omit<ComponentProps<typeof SelectList>, 'label' | 'hint' | 'options'>;

/** By what an account of staff proves itself at each login. */
export function FactorField(chosen: Chosen) {
  return (
    <SelectList
      {...chosen}
      label="Second step at each login"
      hint="Backup codes come with either."
      options={factorMethods}
    />
  );
}
