import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { farText, forecastNow, orderLines, outcomeLines, type Question } from './confirm-lines.ts';
import { isSlippery } from './model/estimate.ts';
import { slippageText } from './slippage-text.ts';

export interface Confirmed {
  readonly yes: boolean;
  /** Whoever says so is asked no more. */
  readonly askAgain: boolean;
}

/** What the book of this moment means for a market order. */
function Warnings({ question }: { question: Question }) {
  const { t } = useTranslation();
  const book = forecastNow(question)?.book ?? null;
  const far = farText(question, t);
  const { kind, side } = question.draft;
  if (kind === 'trailing_stop')
    return <p className="text-pretty text-muted">{t(`trade.help.trailing.${side}`)}</p>;
  if (kind !== 'market') return far !== null && <p className="text-pretty text-warn">{far}</p>;
  return (
    <>
      <p className="text-pretty text-muted">{t('trade.confirm.market')}</p>
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
      <Warnings question={question} />
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
export function confirmOrder({ t, ...question }: Question & { t: TFunction }): Promise<Confirmed> {
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
