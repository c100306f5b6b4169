import type { Movement } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';

/** Where money is that a bank brings or takes; undefined where a bank has no other word for it than a network. */
export function bankState(
  { stage, status }: { readonly stage?: string | undefined; readonly status: Movement['status'] },
  t: Translate,
): string | undefined {
  if (status === 'confirming') return t('wallet.bankStates.confirming');
  return status === 'pending' && stage === 'pending' ? t('wallet.bankStates.pending') : undefined;
}
