import type { Withdrawal } from '@emporion/contracts/rest';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { hasCode } from '#api/failure.ts';
import { isDemo } from '#api/mode.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { checkCode } from '#confirmation/check-code.ts';
import { Button } from '#ui/button/button.tsx';
import { CodeField } from '#ui/code/code-field.tsx';
import { ResendButton } from '#ui/code/resend-code.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { Countdown } from '../components/countdown.tsx';

export interface ConfirmationPartProps {
  id: string;
  confirmation: NonNullable<Withdrawal['confirmation']>;
  onChanged(): Promise<void>;
}

/** A demo delivers no mail: its page of messages is the inbox. */
export function OutboxLink() {
  const { t } = useTranslation();
  if (!isDemo()) return null;
  return (
    <a href="/dev/outbox" target="_blank" rel="noreferrer" className="self-start text-accent hover:underline">
      {t('withdrawal.link.outbox')}
    </a>
  );
}

/** The code of the mail. It is asked for only once a mail was sent. */
function CodeForm({ id, onChanged }: Omit<ConfirmationPartProps, 'confirmation'>) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    submit: async ({ code }) => {
      const body = { confirmation: { method: 'email' as const, code } };
      const answer = await call(withdrawalEndpoints.confirm, { params: { id }, body });
      // A wrong code may have been the last one that was allowed.
      await onChanged();
      if (answer.ok || hasCode(answer.failure, 'withdrawal_already_confirmed')) return undefined;
      const { message } = refusalOf(answer.failure, t);
      return answer.failure.kind === 'refused' ? { fields: { code: message } } : { message };
    },
  });
  return (
    <Form form={form}>
      <CodeField label={t('confirmation.code')} kind="digits" {...form.choice('code')} />
      <Button type="submit" wide loading={form.pending}>
        {t('confirmation.confirm')}
      </Button>
    </Form>
  );
}

/** One mail with a link and a code, for an account whose mailbox is its only factor: either of them confirms. */
export function MailPart({ id, confirmation, onChanged }: ConfirmationPartProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const { expires, resend_from, targets, attempts_left } = confirmation;
  const send = async (): Promise<void> => {
    setSending(true);
    const answer = await call(withdrawalEndpoints.sendCode, { params: { id }, body: { method: 'email' } });
    await onChanged();
    setSending(false);
    if (!answer.ok) showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  const target = targets.email ?? '';
  return (
    <div className="flex flex-col gap-3 rounded-md border hairline p-4">
      <p className="text-pretty">
        {t(`withdrawal.mail.${resend_from === undefined ? 'goes' : 'sent'}`, { target })}
      </p>
      {resend_from === undefined ? (
        <Button wide loading={sending} onClick={() => void send()}>
          {t('withdrawal.mail.send')}
        </Button>
      ) : (
        <CodeForm id={id} onChanged={onChanged} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs text-muted">
          {t('withdrawal.code.expires')} <Countdown until={expires} />
          {attempts_left <= 2 && (
            <span className="block text-warn">{t('withdrawal.code.attempts', { count: attempts_left })}</span>
          )}
        </p>
        {resend_from !== undefined && (
          <ResendButton untilMs={Date.parse(resend_from)} sending={sending} onResend={() => void send()} />
        )}
      </div>
      <OutboxLink />
    </div>
  );
}
