import type { Translate } from '@emporion/i18n/texts';
import { useState } from 'react';
import { type OrderDraft, priceFields } from '#orders/model/order-draft.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { farText, forecastNow, orderLines, outcomeLines, type Question } from './confirm-lines.ts';
import { isSlippery } from './model/estimate.ts';
import { kindText, slippageText } from './order-text.ts';

export interface Confirmed {
  readonly yes: boolean;
  /** Whoever says so is asked no more. */
  readonly askAgain: boolean;
}

/** What the order will do, in whole sentences. */
function Explanation({ draft }: { draft: OrderDraft }) {
  const { t } = useTranslation();
  const { kind, side } = draft;
  const bounded = priceFields[kind].includes('worst_price') && draft.worst_price !== '';
  const sentences = [
    kind === 'market' ? t('trade.confirm.market') : kindText(draft, t),
    bounded ? t(`trade.worstBound.${side}`) : null,
    kind === 'oco' ? t('trade.confirm.ocoFigures') : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 && <p className="text-pretty text-muted">{sentences.join(' ')}</p>;
}

/** What the market of this moment means for the order. */
function Warnings({ question }: { question: Question }) {
  const { t } = useTranslation();
  const book = forecastNow(question)?.book ?? null;
  const far = farText(question, t);
  if (question.draft.kind !== 'market') return far !== null && <p className="text-pretty text-warn">{far}</p>;
  return (
    <>
      {book !== null && isSlippery(book) && (
        <p className="text-pretty text-warn">
          {t('trade.confirm.slipping', { percent: slippageText(book.slippage) })}
        </p>
      )}
      {book?.complete !== true && <p className="text-pretty text-warn">{t('trade.confirm.shallow')}</p>}
    </>
  );
}

function ConfirmContent({ question, answer }: { question: Question; answer(askAgain: boolean): void }) {
  const { t } = useTranslation();
  const [silent, setSilent] = useState(false);
  const { draft, pair } = question;
  const lines = [...orderLines(question, t), ...outcomeLines(question, forecastNow(question), t)];
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="num text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Explanation draft={draft} />
      <Warnings question={question} />
      <Checkbox label={t('trade.confirm.silent')} value={silent} onValueChange={setSilent} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal} data-autofocus="">
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
export function confirmOrder({ t, ...question }: Question & { t: Translate }): Promise<Confirmed> {
  const { draft, pair } = question;
  return new Promise((resolve) => {
    const answer = (askAgain: boolean): void => {
      resolve({ yes: true, askAgain });
      closeModal();
    };
    const title = t(`trade.confirm.${draft.side}`, { pair: pair.code });
    showModal(ConfirmContent, { question, answer }, { title, size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stop = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stop();
      resolve({ yes: false, askAgain: true });
    });
  });
}
