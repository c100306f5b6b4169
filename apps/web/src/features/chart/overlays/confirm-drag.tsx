import type { Order } from '@emporion/contracts/rest';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type MarketPair, priceDecimals } from '#market/market-pair.ts';
import { Button } from '#ui/button/button.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import type { PullQuestion } from './drag-question.ts';

interface Pulled {
  readonly order: Order;
  readonly pair: MarketPair;
  readonly price: string;
  readonly question: PullQuestion;
}

function wordsOf({ order, pair, question }: Pulled, t: TFunction): string {
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

function Content({ answer, ...pulled }: Pulled & { answer(): void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p className={pulled.question.reason === 'stop' ? 'text-pretty' : 'text-pretty text-warn'}>
        {wordsOf(pulled, t)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('common.cancel')}
        </Button>
        <Button color={pulled.order.operation === 'buy' ? 'green' : 'red'} onClick={answer}>
          {t('market.chart.pull.yes')}
        </Button>
      </div>
    </div>
  );
}

/** Asks before a pulled order is sent. Closing the dialog in any way is a no. */
export function confirmPull(pulled: Pulled, t: TFunction): Promise<boolean> {
  const { pair, price } = pulled;
  return new Promise((resolve) => {
    const answer = (): void => {
      resolve(true);
      closeModal();
    };
    const shown = formatNumber(price, { decimals: priceDecimals(pair) });
    const title = t('market.chart.pull.title', { price: shown });
    showModal(Content, { ...pulled, answer }, { title, size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stop = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stop();
      resolve(false);
    });
  });
}
