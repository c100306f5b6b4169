import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ConfirmWithdrawalPage } from '#features/wallet/confirm/confirm-withdrawal-page.tsx';
import { loadTexts } from '#language/i18n.ts';
import { queryClient } from './query-client.ts';

/** The simple layout has no cache of its own: few of its pages ask for anything. */
function ConfirmWithdrawal() {
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmWithdrawalPage />
    </QueryClientProvider>
  );
}

/** What the link of a mail opens: outside the frame of the wallet, as it is about one withdrawal alone. */
export async function loadConfirmPage(): Promise<ComponentType> {
  await Promise.all([loadTexts('wallet'), loadTexts('withdrawal'), loadTexts('errors')]);
  return ConfirmWithdrawal;
}
