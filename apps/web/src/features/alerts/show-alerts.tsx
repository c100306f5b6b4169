import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { showModal } from '#ui/modal/modal-store.ts';
import { AlertsDialog } from './alerts-dialog.tsx';

export interface AlertsWish {
  readonly pair: string;
  readonly price?: string | undefined;
  /** The dialog stands outside the page, and what the page knows comes with it. */
  readonly client: QueryClient;
}

function Content({ client, ...wish }: AlertsWish) {
  return (
    <QueryClientProvider client={client}>
      <AlertsDialog {...wish} />
    </QueryClientProvider>
  );
}

export function showAlerts(wish: AlertsWish): void {
  showModal(Content, wish, { title: i18next.t('alerts.title', { pair: wish.pair }) });
}
