import type { TFunction } from 'i18next';
import { showModal } from '#ui/modal/modal-store.ts';
import { LogoutConfirmation } from './logout-confirmation.tsx';

export function askToLogOut(t: TFunction): void {
  showModal(LogoutConfirmation, {}, { title: t('shell.logout.title'), size: 'sm' });
}
