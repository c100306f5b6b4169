import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { ResendCode, type SentCode } from '#ui/code/resend-code.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface CodeToSendProps {
  /** Undefined: none has been asked for yet. */
  sent: SentCode | undefined;
  /** Where one would go, mostly hidden. */
  target: string | undefined;
  send: () => Promise<void>;
}

/** Sends the code when asked to, and another one when its time has come. */
export function CodeToSend({ sent, target, send }: CodeToSendProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const press = async (): Promise<void> => {
    setSending(true);
    await send();
    setSending(false);
  };
  if (sent !== undefined) return <ResendCode sent={sent} sending={sending} onResend={() => void press()} />;
  return (
    <div className="flex flex-col gap-3">
      {target !== undefined && <p className="text-muted">{t('confirmation.goesTo', { target })}</p>}
      <Button wide loading={sending} onClick={() => void press()}>
        {t('confirmation.send')}
      </Button>
    </div>
  );
}
