import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { Notice } from '../components/notice.tsx';

interface NetworkCheckProps {
  coin: string;
  /** The network that was chosen, by its names. */
  chosen: string;
  /** The one that the coin is usually sent on. */
  usual: string;
  onConfirm(): void;
  onUseUsual(): void;
}

/** Stands before the address of a network that few use for the coin: a deposit over another one than the sender's is lost money. */
export function NetworkCheck({ coin, chosen, usual, onConfirm, onUseUsual }: NetworkCheckProps) {
  const { t } = useTranslation();
  return (
    <Notice tone="warn" title={t('wallet.deposit.check.title', { network: chosen })}>
      <p className="mt-1">{t('wallet.deposit.check.text', { coin, network: chosen, usual })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button color="yellow" onClick={onConfirm}>
          {t('wallet.deposit.check.confirm', { network: chosen })}
        </Button>
        <Button variant="flat" onClick={onUseUsual}>
          {t('wallet.deposit.check.usual', { network: usual })}
        </Button>
      </div>
    </Notice>
  );
}
