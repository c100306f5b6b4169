import type { SavedCard } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { cardEndpoints } from '#api/contract/cards.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { savedCardsQuery } from './card-queries.ts';

function Row({ card }: { card: SavedCard }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const name = `${card.brand.toUpperCase()} ···· ${card.last_four}`;
  const until = `${String(card.expires_month).padStart(2, '0')}/${card.expires_year}`;
  const forget = async (): Promise<void> => {
    setPending(true);
    const answer = await call(cardEndpoints.deleteCard, { params: { id: card.id } });
    await client.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
    setPending(false);
    if (answer.ok) return;
    await loadTexts('errors').catch(() => undefined);
    showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  return (
    <li className="flex min-h-12 items-center gap-3 border-t hairline first:border-t-0">
      <Icon name="credit-card" size={18} className="flex-none text-muted" />
      <span className="num min-w-0 flex-1">
        {name}
        <span className={card.expired ? 'block text-xs text-sell' : 'block text-xs text-muted'}>
          {t(card.expired ? 'card.cardExpired' : 'card.cardUntil', { date: until })}
        </span>
      </span>
      <IconButton
        icon="trash-2"
        label={t('card.forget', { card: name })}
        disabled={pending}
        onClick={() =>
          askFirst(
            {
              title: t('card.forgetTitle', { card: name }),
              text: t('card.forgetText'),
              confirm: t('card.forgetConfirm'),
            },
            () => void forget(),
          )
        }
      />
    </li>
  );
}

/** Cards that the pay system keeps; of their numbers only the last four digits are known here. Nothing is shown while there are none. */
export function SavedCards() {
  const { t } = useTranslation();
  const { data } = useQuery(savedCardsQuery);
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title={t('card.saved')}>
      <ul aria-label={t('card.saved')}>
        {data.map((card) => (
          <Row key={card.id} card={card} />
        ))}
      </ul>
    </Card>
  );
}
