import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { settingsQuery } from '#api/queries.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import type { SentCode } from '#ui/code/resend-code.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ProveForm } from '../prove-form.tsx';
import { useFeedback } from '../use-feedback.ts';

const check = checkBy(factorEndpoints.changePhone.body);

function sendTo(phone: string) {
  return withConfirmation('phone', (confirmation) =>
    call(factorEndpoints.changePhone, { body: { phone, confirmation } }),
  );
}

/** First the number, then the code that was sent to it. */
export function PhoneForm({ phone, close }: { phone: string; close(): void }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const [sent, setSent] = useState<SentCode>();
  const form = useForm({
    initial: { phone },
    check,
    submit: async (values) => {
      const answer = await sendTo(values.phone);
      if (!answer.ok) return words.refusal(answer.failure);
      setSent({ ...answer.value, at: Date.now() });
      return undefined;
    },
  });
  const verify = async (code: string) => {
    const answer = await asOwnChange('security', () => call(factorEndpoints.verifyPhone, { body: { code } }));
    if (!answer.ok) return answer.failure;
    await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    words.saved();
    close();
    return undefined;
  };
  const again = async (): Promise<void> => {
    const answer = await sendTo(form.values.phone);
    if (answer.ok) setSent({ ...answer.value, at: Date.now() });
    else words.complain(answer.failure);
  };
  if (sent !== undefined) {
    return <ProveForm sent={sent} prove={verify} sendAgain={again} />;
  }
  return (
    <Form form={form}>
      <TextField
        label={t('settings.profile.phoneNumber')}
        hint={t('settings.profile.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.text('phone')}
      />
      <Button type="submit" className="self-start" loading={form.pending}>
        {t('settings.profile.sendCode')}
      </Button>
    </Form>
  );
}
