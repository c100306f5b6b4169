import type { CardOrder } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

export const statusTones: Readonly<Record<CardOrder['status'], Tone>> = {
  ...{ pending: 'plain', authenticating: 'accent', refused: 'warn', expired: 'plain', paid: 'accent' },
  ...{ selling: 'accent', sending: 'accent', completed: 'good', failed: 'bad' },
  ...{ refunding: 'warn', refunded: 'plain', charged_back: 'bad' },
};

export const sideWords = { buy: 'Purchase', sell: 'Sale' } as const;

/** What of a card or an account anybody knows. */
export function accountOf({ card, to }: Pick<CardOrder, 'card' | 'to'>): string {
  return card === null ? (to ?? '–') : `${card.brand.toUpperCase()} •••• ${card.last_four}`;
}
