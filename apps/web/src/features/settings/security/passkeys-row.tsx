import type { Passkey } from '@emporion/contracts/rest';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { leaveEndedSession } from '../leave-ended-session.ts';
import { momentText } from '../model/moments.ts';
import { useFocusWith } from '../rows/editable-row.tsx';
import { SettingRow } from '../rows/setting-row.tsx';
import { useFeedback } from '../use-feedback.ts';
import { PasskeyForm } from './passkey-form.tsx';

type PasskeyInfo = z.infer<typeof Passkey>;

function PasskeyItem({ passkey }: { passkey: PasskeyInfo }) {
  const { t, i18n } = useTranslation();
  const words = useFeedback();
  const { id, name, created, last_used } = passkey;
  const remove = async (): Promise<void> => {
    const answer = await withConfirmation('passkeys', (confirmation) =>
      call(factorEndpoints.removePasskey, { params: { id }, body: { confirmation } }),
    );
    if (!answer.ok) return words.complain(answer.failure);
    leaveEndedSession({ title: t('settings.passkeys.removed'), description: t('settings.endedText') });
  };
  const question = {
    title: t('settings.passkeys.removeTitle', { name }),
    text: t('settings.factors.offText'),
    confirm: t('settings.remove'),
  };
  return (
    <li className="flex items-center gap-x-3 rounded-md bg-raised px-3 py-2">
      <Icon name="key-round" size={16} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-xs text-muted">
          {last_used === null
            ? t('settings.passkeys.created', { time: momentText(created, i18n.language) })
            : t('settings.passkeys.used', { time: momentText(last_used, i18n.language) })}
        </p>
      </div>
      <Button
        size="small"
        variant="flat"
        color="red"
        className="-mr-3 shrink-0"
        aria-label={`${t('settings.remove')}: ${name}`}
        onClick={() => askFirst(question, () => void remove())}
      >
        {t('settings.remove')}
      </Button>
    </li>
  );
}

/** The passkeys of the account, and the way to one more. */
export function PasskeysRow({ passkeys }: { passkeys: readonly PasskeyInfo[] }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { formRef, buttonRef } = useFocusWith(adding);
  return (
    <SettingRow
      title={t('settings.passkeys.title')}
      description={t('settings.passkeys.text')}
      end={
        <Button
          ref={buttonRef}
          size="small"
          variant="flat"
          aria-expanded={adding}
          onClick={() => setAdding(!adding)}
        >
          {adding ? t('common.cancel') : t('settings.passkeys.add')}
        </Button>
      }
    >
      {passkeys.length > 0 && (
        <ul className="flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding && (
        <div ref={formRef}>
          <PasskeyForm close={() => setAdding(false)} />
        </div>
      )}
    </SettingRow>
  );
}
