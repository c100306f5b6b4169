import type { Movement } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { loadTexts } from '#language/i18n.ts';
import { showModal } from '#ui/modal/modal-store.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';

/** Everything about a movement, in a dialog that is fetched when somebody asks for it. */
export async function showDetails(movement: Movement, blockchains: Blockchains, t: Translate): Promise<void> {
  try {
    const [{ MovementDetails }, { movementName }] = await Promise.all([
      import('./movement-details.tsx'),
      import('./movement-words.ts'),
      loadTexts('history'),
    ]);
    showModal(MovementDetails, { movement, blockchains }, { title: movementName(movement, t), size: 'lg' });
  } catch {
    showToast({ type: 'error', title: t('common.somethingWentWrong') });
  }
}
