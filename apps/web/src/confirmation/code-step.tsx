import type { ConfirmedAction } from '@emporion/contracts/rest';
import { useEffect, useRef } from 'react';
import { call } from '#api/api.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { CodeField } from '#ui/code/code-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { checkCode } from './check-code.ts';
import { CodeToSend } from './code-to-send.tsx';
import type { ConfirmationDialogProps } from './dialog-props.ts';
import { useSentCode } from './sent-code.ts';

type CodeMethod = 'totp' | 'sms' | 'email' | 'backup';

interface CodeStepProps extends Pick<ConfirmationDialogProps, 'attempt' | 'sendCode' | 'rememberAs'> {
  action: ConfirmedAction;
  method: CodeMethod;
  target: string | undefined;
}

/** Asks for a code and sends one first where it has to be sent. */
export function CodeStep({ action, method, target, attempt, sendCode, rememberAs }: CodeStepProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useSentCode(rememberAs && `${rememberAs}:${method}`);
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    submit: async ({ code }) => {
      const failure = await attempt({ method, code });
      if (failure === undefined) return undefined;
      const { message } = refusalOf(failure, t);
      return failure.kind === 'refused' ? { fields: { code: message } } : { message };
    },
  });
  const justSent = useRef(false);
  const element = form.element.ref;
  const send = async (): Promise<void> => {
    if (method !== 'sms' && method !== 'email') return;
    const answer =
      sendCode === undefined
        ? await call(confirmationEndpoints.sendCode, { body: { action, method } })
        : await sendCode(method);
    if (answer.ok) {
      justSent.current = true;
      setSent({ ...answer.value, at: Date.now() });
      return;
    }
    showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  useEffect(() => {
    if (sent === undefined || !justSent.current) return;
    justSent.current = false;
    // The button that was pressed is gone, and the code is what comes next.
    element.current?.querySelector('input')?.focus();
  }, [sent, element]);
  const isSent = method === 'sms' || method === 'email';
  return (
    <Form form={form}>
      {isSent ? (
        <CodeToSend sent={sent} target={target} send={send} />
      ) : (
        <p className="text-muted">{t(`confirmation.lead.${method}`)}</p>
      )}
      {/* Before one was sent there is none to type. */}
      {(!isSent || sent !== undefined) && (
        <>
          <CodeField
            label={method === 'backup' ? t('confirmation.backupCode') : t('confirmation.code')}
            kind={method === 'backup' ? 'backup' : 'digits'}
            {...form.choice('code')}
          />
          <Button type="submit" wide loading={form.pending}>
            {t('confirmation.confirm')}
          </Button>
        </>
      )}
    </Form>
  );
}
