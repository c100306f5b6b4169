import { useState } from 'react';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { ResendButton } from '#ui/code/resend-code.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { keepPending, type PendingRegistration } from '../model/pending-registration.ts';

interface ResendMailProps {
  pending: PendingRegistration;
  onSent(pending: PendingRegistration): void;
  onChange(): void;
  /** The registration waits no more: it was verified elsewhere, or its time ran out. */
  onGone(): void;
}

export function ResendMail({ pending, onSent, onChange, onGone }: ResendMailProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [message, setMessage] = useState<string | undefined>(undefined);

  async function resend(): Promise<void> {
    setSending(true);
    setSent(false);
    setMessage(undefined);
    const answer = await call(registrationEndpoints.resend, { body: { ticket: pending.ticket } });
    setSending(false);
    if (!answer.ok) {
      if (hasCode(answer.failure, 'invalid_token')) return onGone();
      const isResting = hasCode(answer.failure, 'too_many_verification_attempts');
      setMessage(
        isResting
          ? t('auth.confirm.resting', { email: pending.email })
          : refusalOf(answer.failure, t).message,
      );
      return;
    }
    setSent(true);
    onSent(keepPending(answer.value));
  }
  return (
    <div className="flex flex-col gap-3">
      <FormMessage message={message} />
      <p role="status" className="text-buy empty:hidden">
        {sent ? t('auth.confirm.sent') : ''}
      </p>
      {/* To the eye a flat button is only its words, so its padding hangs over the edge, as that of the other does. */}
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2">
        <ResendButton untilMs={pending.resendAt} onResend={() => void resend()} sending={sending} />
        <Button variant="flat" size="small" color="black" className="-mx-3" onClick={onChange}>
          {t('auth.confirm.change')}
        </Button>
      </div>
    </div>
  );
}
