import { useRef, useState } from 'react';
import { hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { Button } from '#ui/button/button.tsx';
import { ResendCode, type SentCode } from '#ui/code/resend-code.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { sendLoginCode } from '../api/sign-in.ts';
import { CodeStep } from './code-step.tsx';

type SentMethod = 'sms' | 'email';

/** The codes that were sent during this login. Going to another way and back sends nothing again. */
export function useSentCodes(ticket: string, onLost: () => void) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Partial<Record<SentMethod, SentCode>>>({});
  const [sending, setSending] = useState(false);
  const [message, setMessage] = useState<string | undefined>(undefined);
  const busyRef = useRef(false);

  async function send(method: SentMethod): Promise<void> {
    if (busyRef.current) return;
    busyRef.current = true;
    setSending(true);
    setMessage(undefined);
    const [answer] = await Promise.all([sendLoginCode(ticket, method), loadTexts('errors').catch(() => {})]);
    busyRef.current = false;
    setSending(false);
    if (answer.ok) setSent((before) => ({ ...before, [method]: { ...answer.value, at: Date.now() } }));
    else if (hasCode(answer.failure, 'invalid_token')) onLost();
    else setMessage(refusalOf(answer.failure, t).message);
  }
  return {
    sent,
    sending,
    message,
    send: (method: SentMethod) => void send(method),
    forgetMessage: () => setMessage(undefined),
  };
}

interface SentCodeStepProps {
  ticket: string;
  method: SentMethod;
  /** Where the code would go, mostly hidden. */
  target: string;
  codes: ReturnType<typeof useSentCodes>;
  onLost(): void;
}

/** A code that comes by mail or as a text message. */
export function SentCodeStep({ ticket, method, target, codes, onLost }: SentCodeStepProps) {
  const { t } = useTranslation();
  const sent = codes.sent[method];
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={codes.message} />
      {sent === undefined ? (
        <Button size="big" wide loading={codes.sending} onClick={() => codes.send(method)}>
          {t('auth.second.send', { target })}
        </Button>
      ) : (
        <>
          <ResendCode sent={sent} sending={codes.sending} onResend={() => codes.send(method)} />
          <CodeStep ticket={ticket} method={method} onLost={onLost} />
        </>
      )}
    </div>
  );
}
