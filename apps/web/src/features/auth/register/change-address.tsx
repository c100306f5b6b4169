import { pick } from 'zod/mini';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { hasCode } from '#api/failure.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { formRefusal } from '../model/form-refusal.ts';
import { keepPending, type PendingRegistration } from '../model/pending-registration.ts';

interface ChangeAddressProps {
  pending: PendingRegistration;
  onChanged(pending: PendingRegistration): void;
  onKept(): void;
  /** The registration waits no more: it was verified elsewhere, or its time ran out. */
  onGone(): void;
}

const checkEmail = checkBy(pick(registrationEndpoints.changeEmail.body, { email: true }));

/** A mistyped address can be put right before it is verified. */
export function ChangeAddress({ pending, onChanged, onKept, onGone }: ChangeAddressProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { email: pending.email },
    check: checkEmail,
    submit: async ({ email }) => {
      const { ticket } = pending;
      const answer = await call(registrationEndpoints.changeEmail, { body: { ticket, email } });
      if (!answer.ok) {
        if (!hasCode(answer.failure, 'invalid_token')) return formRefusal(answer.failure, t);
        onGone();
        return undefined;
      }
      onChanged(keepPending(answer.value));
      return undefined;
    },
  });
  return (
    <Form form={form}>
      {/* Not an EmailInput: what it puts back is the address that somebody came here to be rid of. */}
      <TextField
        label={t('auth.confirm.newEmail')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('email')}
      />
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <Button type="submit" loading={form.pending}>
          {t('auth.confirm.send')}
        </Button>
        <Button variant="flat" color="black" onClick={onKept}>
          {t('auth.confirm.keep')}
        </Button>
      </div>
    </Form>
  );
}
