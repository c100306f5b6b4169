import type { Translate } from '@emporion/i18n/texts';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { ibanGroups, plainIban } from '#api/contract/account-numbers.ts';
import { cardEndpoints } from '#api/contract/cards.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { formatMoney } from '#ui/number/format-number.ts';
import { savedCardsQuery } from './card-queries.ts';

interface Sale {
  readonly client: QueryClient;
  readonly t: Translate;
  readonly asked: Omit<z.output<typeof cardEndpoints.sell.body>, 'confirmation'>;
  /** What it brings, as the form shows it. */
  readonly receive: string;
}

/** A saved card by what its owner knows it by, any other account as it was written. */
function payeeName(client: QueryClient, to: string): string {
  const saved = client.getQueryData(savedCardsQuery.queryKey)?.find(({ id }) => id === to);
  return saved ? `${saved.brand.toUpperCase()} ···· ${saved.last_four}` : ibanGroups(plainIban(to)).join(' ');
}

/** Sells with a fresh code. The dialog says what the code is for, as the form showed it when it was sent. */
export function confirmSale({ client, t, asked, receive }: Sale) {
  const { coin, currency, give, to } = asked;
  return withConfirmation(
    'card_sale',
    (confirmation) => call(cardEndpoints.sell, { body: { ...asked, confirmation } }),
    (method) =>
      call(confirmationEndpoints.sendCode, {
        body: { action: 'card_sale', method, about: { currency: coin, amount: give, to } },
      }),
    t('card.saleWhat', {
      give: formatMoney(give, coin),
      receive: formatMoney(receive, currency),
      to: payeeName(client, to),
    }),
  );
}
