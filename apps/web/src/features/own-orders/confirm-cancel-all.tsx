import type { Translate } from '@emporion/i18n/texts';
import { Button } from '#ui/button/button.tsx';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

interface Question {
  readonly pair: string | null;
  readonly count: number;
}

function Content({ pair, count, answer }: Question & { answer(): void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-pretty">
        {pair === null
          ? t('trade.orders.cancelAllText', { count })
          : t('trade.orders.cancelPairText', { count, pair })}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('trade.orders.keep')}
        </Button>
        <Button color="red" onClick={answer}>
          {t('trade.orders.cancelAll')}
        </Button>
      </div>
    </div>
  );
}

/** Asks before all orders go at once. Closing the dialog in any way is a no. */
export function confirmCancelAll({ pair, count, t }: Question & { t: Translate }): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (): void => {
      resolve(true);
      closeModal();
    };
    showModal(Content, { pair, count, answer }, { title: t('trade.orders.cancelAllTitle'), size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stop = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stop();
      resolve(false);
    });
  });
}
