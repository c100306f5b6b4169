import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Form as FormState } from './use-form.ts';

interface FormProps {
  form: Pick<FormState<object>, 'element' | 'message' | 'refusedCount' | 'pending'>;
  className?: string | undefined;
  /** False where the owner shows the sentence about the whole at another place, by `FormMessage`. */
  message?: boolean;
  children: ReactNode;
}

/**
 * Draws the `<form>` with the sentence about the whole above its fields. How many fields are wrong is told to a screen
 * reader only: the eye sees them, and the focus goes to the first.
 */
export function Form({ form, className, message = true, children }: FormProps) {
  const { t } = useTranslation();
  const { ref, onSubmit, onFocus, onInput } = form.element;
  return (
    <form
      ref={ref}
      noValidate
      aria-busy={form.pending || undefined}
      className={classNames('form', className)}
      onSubmit={onSubmit}
      onFocus={onFocus}
      onInput={onInput}
    >
      {message && <FormMessage message={form.message} />}
      <p role="status" className="sr-only">
        {form.refusedCount > 0 ? t('common.fieldsRefused', { count: form.refusedCount }) : ''}
      </p>
      {children}
    </form>
  );
}

/** The region stays in the page while it is empty, because a screen reader hears only a region that was there before. */
export function FormMessage({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message !== undefined && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2.5 text-base text-pretty text-sell">
          <Icon name="circle-alert" size={16} className="mt-0.5 shrink-0" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
