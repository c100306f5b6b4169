import { texts } from '@emporion/i18n/texts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { showModal } from '#ui/modal/modal-store.ts';
import { AlertsDialog } from './alerts-dialog.tsx';

export interface AlertsRequest {
  readonly pair: string;
  readonly price?: string | undefined;
  /** The dialog stands outside the page, and what the page knows comes with it. */
  readonly client: QueryClient;
}

function Content({ client, ...request }: AlertsRequest) {
  return (
    <QueryClientProvider client={client}>
      <AlertsDialog {...request} />
    </QueryClientProvider>
  );
}

export function showAlerts(request: AlertsRequest): void {
  showModal(Content, request, { title: texts.t('alerts.title', { pair: request.pair }) });
}
