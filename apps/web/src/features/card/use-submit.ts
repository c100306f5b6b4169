import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { cardEndpoints } from '#api/contract/cards.ts';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { CardDraft, Way } from './card-draft.ts';
import { cardKey, type LivePreview } from './card-queries.ts';

/** A saved card's id, empty for a new one; an account for the money of a sale; whether a new card is kept. */
export interface Payee {
  readonly to: string;
  readonly holder: string;
  readonly save: boolean;
}

interface Asked {
  readonly draft: CardDraft;
  readonly live: LivePreview;
  readonly payee: Payee;
  onOrder(id: string): void;
}

/** Sends what is shown. However often it is sent with the same words, it is made once. */
export function useSubmit({ draft, live, payee, onOrder }: Asked) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const named = useRef({ words: '', id: '' });
  /** Other words are another order. */
  const clientIdFor = (words: string): string => {
    if (named.current.words !== words) named.current = { words, id: crypto.randomUUID() };
    return named.current.id;
  };
  const refused = async (failure: ApiFailure): Promise<void> => {
    if (failure.kind === 'aborted') return;
    await loadTexts('errors').catch(() => undefined);
    const refusal = refusalOf(failure, t);
    setFields(refusal.fields);
    const said = Object.values(refusal.fields)[0] ?? refusal.message;
    setMessage(failure.kind === 'refused' ? said : `${said} ${t('card.unsure')}`);
    if (hasCode(failure, 'price_changed')) live.renew();
  };
  const buy = async (way: Way, give: string, least: string): Promise<void> => {
    const { currency, coin } = draft;
    const asked = {
      ...{ pay_system: way.system.name, method: way.method, currency, coin, give, least },
      ...(payee.to === '' ? { save_card: payee.save } : { card: payee.to }),
    };
    const body = { ...asked, client_id: clientIdFor(JSON.stringify(asked)) };
    const answer = await call(cardEndpoints.buy, { body });
    if (!answer.ok) return refused(answer.failure);
    const { id, pay_page: page } = answer.value;
    onOrder(id);
    // To another origin: nothing of a card is typed on this one.
    if (page !== null) window.location.assign(page);
  };
  const sell = async (way: Way, give: string, least: string): Promise<void> => {
    const { currency, coin } = draft;
    const { to, holder } = payee;
    if (to.trim() === '') {
      await loadTexts('errors').catch(() => undefined);
      setFields({ to: t('errors.field_required') });
      return;
    }
    const asked = {
      ...{ pay_system: way.system.name, currency, coin, give, least, to: to.trim() },
      ...(way.system.payout === 'iban' && { holder: holder.trim() }),
    };
    const clientId = clientIdFor(JSON.stringify(asked));
    // Only a sale asks for a code.
    const { confirmSale } = await import('./confirm-sale.ts');
    const receive = live.preview?.receive ?? '0';
    const answer = await confirmSale({ client, t, receive, asked: { ...asked, client_id: clientId } });
    if (!answer.ok) return refused(answer.failure);
    void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
    onOrder(answer.value.id);
  };
  const submit = async (way: Way): Promise<void> => {
    const { preview } = live;
    if (preview === undefined) return;
    setPending(true);
    setMessage(undefined);
    setFields({});
    await (draft.side === 'buy' ? buy : sell)(way, preview.give, preview.least);
    void client.invalidateQueries({ queryKey: cardKey });
    setPending(false);
  };
  return { pending, message, fields, submit };
}
