import type { Pair } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { isByTotal, type OrderDraft, priceFields } from './model/order-draft.ts';

export interface Confirmed {
  readonly yes: boolean;
  /** Whoever says so is asked no more. */
  readonly askAgain: boolean;
}

interface ContentProps {
  draft: OrderDraft;
  pair: Pair;
  answer(askAgain: boolean): void;
}

/** What the order says, line by line. */
export function orderLines(draft: OrderDraft, pair: Pair, t: TFunction): readonly [string, string][] {
  const shown = (value: string, coin: string) => `${formatNumber(value, { trimZeros: true })} ${coin}`;
  const prices = priceFields[draft.kind]
    .filter((field) => draft[field] !== '')
    .map((field): [string, string] => [t(`trade.fields.${field}`), shown(draft[field], pair.quote.code)]);
  const size: [string, string] = isByTotal(draft)
    ? [t('trade.fields.total'), shown(draft.total, pair.quote.code)]
    : [t('trade.fields.quantity'), shown(draft.quantity, pair.base.code)];
  return [[t('trade.fields.kind'), t(`trade.kinds.${draft.kind}`)], ...prices, size];
}

function ConfirmContent({ draft, pair, answer }: ContentProps) {
  const { t } = useTranslation();
  const [silent, setSilent] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2">
        {orderLines(draft, pair, t).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="num text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {draft.kind === 'market' && <p className="text-pretty text-muted">{t('trade.confirm.market')}</p>}
      <Checkbox label={t('trade.confirm.silent')} value={silent} onValueChange={setSilent} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('common.cancel')}
        </Button>
        <Button color={draft.side === 'buy' ? 'green' : 'red'} onClick={() => answer(!silent)}>
          {t(`trade.submit.${draft.side}`, { coin: pair.base.code })}
        </Button>
      </div>
    </div>
  );
}

/** Asks before an order that may surprise. Closing the dialog in any way is a no. */
export function confirmOrder(order: { draft: OrderDraft; pair: Pair; t: TFunction }): Promise<Confirmed> {
  const { draft, pair, t } = order;
  return new Promise((resolve) => {
    const answer = (askAgain: boolean): void => {
      resolve({ yes: true, askAgain });
      closeModal();
    };
    const title = t(`trade.confirm.${draft.side}`, { pair: pair.code });
    showModal(ConfirmContent, { draft, pair, answer }, { title, size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stop = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stop();
      resolve({ yes: false, askAgain: true });
    });
  });
}
