import { useEffect, useState } from 'react';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { checkCode } from '#confirmation/check-code.ts';
import { Button } from '#ui/button/button.tsx';
import { CodeField } from '#ui/code/code-field.tsx';
import { ResendCode, type SentCode } from '#ui/code/resend-code.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

interface ProveFormProps {
  sent: SentCode;
  /** Gives the reason when the code was not taken. */
  prove: (code: string) => Promise<ApiFailure | undefined>;
  /** Has another one sent; `sent` tells of it. */
  sendAgain: () => Promise<void>;
  /** The button is as wide as the form: so it is in dialogs. */
  wide?: boolean;
}

/** Asks for the code that came, which proves that codes arrive there. */
export function ProveForm({ sent, prove, sendAgain, wide = false }: ProveFormProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    submit: async ({ code }) => {
      const failure = await prove(code);
      if (failure === undefined) return undefined;
      const { message } = refusalOf(failure, t);
      return failure.kind === 'refused' ? { fields: { code: message } } : { message };
    },
  });
  const formRef = form.element.ref;
  // Whoever comes here has a code to type.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef]);
  const again = async (): Promise<void> => {
    setSending(true);
    await sendAgain();
    setSending(false);
  };
  return (
    <Form form={form}>
      <ResendCode sent={sent} sending={sending} onResend={() => void again()} />
      <CodeField label={t('confirmation.code')} {...form.choice('code')} />
      <Button type="submit" wide={wide} className={wide ? undefined : 'self-start'} loading={form.pending}>
        {t('confirmation.confirm')}
      </Button>
    </Form>
  );
}
