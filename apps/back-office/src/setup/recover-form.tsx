import { recoveryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { EmailInput } from '@emporion/web/ui/field/email-input.tsx';
import { checkBy } from '@emporion/web/ui/form/check-by.ts';
import { Form } from '@emporion/web/ui/form/form.tsx';
import { useForm } from '@emporion/web/ui/form/use-form.ts';
import { NewPasswordField } from '@emporion/web/ui/password/new-password-field.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { FactorField } from './factor-field.tsx';
import type { Method } from './factor-methods.ts';
import type { Begun } from './proof-form.tsx';

/** An empty address is no address: the one of the account stays. */
const bodyOf = (
  token: string,
  { email, ...values }: { email: string; password: string; method: string },
) => ({
  ...{ token, ...values, method: values.method as Method },
  ...(email.trim() !== '' && { email }),
});

export function RecoverForm({ token, onBegun }: { token: string; onBegun(begun: Begun): void }) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { email: '', password: '', method: 'totp' },
    check: (values) => checkBy(recoveryEndpoints.begin.body)(bodyOf(token, values)),
    submit: async (values) => {
      const answer = await call(recoveryEndpoints.begin, { body: bodyOf(token, values) });
      if (!answer.ok) return refusalOf(answer.failure, t);
      onBegun(answer.value);
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <p className="text-pretty text-muted">
        Your sessions have ended and your open proposals are void. Choose a new password and a new second
        step; what you had before stops working.
      </p>
      <NewPasswordField label="New password" related={[form.values.email]} {...form.text('password')} />
      <FactorField {...form.choice('method')} />
      <EmailInput
        label="New email, if you lost the mailbox"
        hint="Leave empty to keep the one you have."
        {...form.choice('email')}
      />
      <Button type="submit" wide loading={form.pending}>
        Continue
      </Button>
    </Form>
  );
}
