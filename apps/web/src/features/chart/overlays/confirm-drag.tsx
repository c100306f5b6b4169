import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { type MarketPair, priceDecimals } from '#market/market-pair.ts';
import { Button } from '#ui/button/button.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { DragQuestion } from './drag-question.ts';

interface Dragged {
  readonly order: Order;
  readonly pair: MarketPair;
  readonly price: string;
  readonly question: DragQuestion;
}

function wordsOf({ order, pair, question }: Dragged, t: Translate): string {
  switch (question.reason) {
    case 'trades':
      return t('market.chart.pull.trades', {
        amount: `${formatNumber(order.remaining, { trimZeros: true })} ${pair.base.code}`,
        price: formatNumber(question.best, { decimals: priceDecimals(pair) }),
      });
    case 'far':
      return t('market.chart.pull.far', { percent: formatNumber(question.percent, { decimals: 1 }) });
    case 'stop':
      return t('market.chart.pull.stop');
  }
}

function Content({ answer, ...dragged }: Dragged & { answer(): void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p className={dragged.question.reason === 'stop' ? 'text-pretty' : 'text-pretty text-warn'}>
        {wordsOf(dragged, t)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('common.cancel')}
        </Button>
        <Button color={dragged.order.operation === 'buy' ? 'green' : 'red'} onClick={answer}>
          {t('market.chart.pull.yes')}
        </Button>
      </div>
    </div>
  );
}

/** Asks before a dragged order is sent. Closing the dialog in any way is a no. */
export function confirmDrag(dragged: Dragged, t: Translate): Promise<boolean> {
  const { pair, price } = dragged;
  return new Promise((resolve) => {
    const answer = (): void => {
      resolve(true);
      closeModal();
    };
    const shown = formatNumber(price, { decimals: priceDecimals(pair) });
    const title = t('market.chart.pull.title', { price: shown });
    showModal(Content, { ...dragged, answer }, { title, size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stop = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stop();
      resolve(false);
    });
  });
}
