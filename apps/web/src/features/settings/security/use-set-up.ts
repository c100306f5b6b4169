import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { closeModal, showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { factorsQuery } from '../queries.ts';
import { useFeedback } from '../use-feedback.ts';
import { showBackupCodes } from './show-backup-codes.tsx';

export type SimpleFactor = 'totp' | 'sms' | 'email';

function beginTotp() {
  return withConfirmation('factors', (confirmation) =>
    call(factorEndpoints.beginTotp, { body: { confirmation } }),
  );
}

function beginCode(method: 'sms' | 'email') {
  return withConfirmation('factors', (confirmation) =>
    call(factorEndpoints.beginCode, { body: { method, confirmation } }),
  );
}

/** Turns a second factor on, step by step: a fresh code, the setting up, the backup codes. */
export function useSetUp() {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();

  const finished = (backupCodes: readonly string[]): void => {
    closeModal();
    showToast({ title: t('settings.factors.turnedOn') });
    void client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    if (backupCodes.length > 0) showBackupCodes(backupCodes);
  };

  async function setUpTotp(): Promise<void> {
    const answer = await beginTotp();
    if (!answer.ok) return words.complain(answer.failure);
    const { TotpSetUp } = await import('./totp-set-up.tsx');
    showModal(
      TotpSetUp,
      { ...answer.value, finished },
      {
        title: t('settings.factors.totp.setUp'),
        clickToClose: false,
      },
    );
  }

  async function setUpCode(method: 'sms' | 'email'): Promise<void> {
    const answer = await beginCode(method);
    if (!answer.ok) return words.complain(answer.failure);
    const { CodeSetUp } = await import('./code-set-up.tsx');
    showModal(
      CodeSetUp,
      { method, sent: { ...answer.value, at: Date.now() }, finished, again: () => setUpCode(method) },
      { title: t(`settings.factors.${method}.title`), size: 'sm', clickToClose: false },
    );
  }

  return (method: SimpleFactor) => (method === 'totp' ? setUpTotp() : setUpCode(method));
}
