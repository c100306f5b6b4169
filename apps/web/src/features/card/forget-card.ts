import type { Translate } from '@emporion/i18n/texts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { cardEndpoints } from '#api/contract/cards.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { savedCardsQuery } from './card-queries.ts';

/** Has a saved card forgotten, and says why where that is refused. Fetched by whoever does. */
export async function forgetCard(client: QueryClient, id: string, t: Translate): Promise<void> {
  const answer = await call(cardEndpoints.deleteCard, { params: { id } });
  await client.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
  if (answer.ok) return;
  await loadTexts('errors').catch(() => undefined);
  showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
}
