import { useState } from 'react';
import { call } from '#api/api.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { ConfirmationDialogProps } from './dialog-props.ts';
import { answerWithPasskey } from './passkey-answer.ts';

/** Lets a passkey confirm the action. */
export function PasskeyStep({ action, attempt }: ConfirmationDialogProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();

  /** Gives the sentence of what went wrong, if anything did. */
  const confirm = async (): Promise<string | undefined> => {
    const begun = await call(confirmationEndpoints.passkeyOptions, { body: { action } });
    if (!begun.ok) return refusalOf(begun.failure, t).message;
    const outcome = await answerWithPasskey(begun.value.options);
    if (outcome.kind !== 'answered') return t(`confirmation.passkey.${outcome.kind}`);
    const { challenge } = begun.value;
    const failure = await attempt({ method: 'passkey', challenge, answer: outcome.answer });
    return failure === undefined ? undefined : refusalOf(failure, t).message;
  };
  const press = async (): Promise<void> => {
    setPending(true);
    setMessage(undefined);
    setMessage(await confirm());
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      <p className="text-muted">{t('confirmation.lead.passkey')}</p>
      <Button wide loading={pending} onClick={() => void press()}>
        <Icon name="key-round" size={16} />
        {t('confirmation.usePasskey')}
      </Button>
    </div>
  );
}
