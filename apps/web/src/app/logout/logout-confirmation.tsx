import type { Translate } from '@emporion/i18n/texts';
import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { closeModal, showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { logOut } from './log-out.ts';

export function LogoutConfirmation() {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const leave = (): void => {
    setLeaving(true);
    void logOut();
  };
  return (
    <div className="flex flex-col gap-6">
      <p>{t('shell.logout.text')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('shell.logout.stay')}
        </Button>
        <Button loading={leaving} onClick={leave}>
          {t('shell.logout.confirm')}
        </Button>
      </div>
    </div>
  );
}

export function askToLogOut(t: Translate): void {
  showModal(LogoutConfirmation, {}, { title: t('shell.logout.title'), size: 'sm' });
}
