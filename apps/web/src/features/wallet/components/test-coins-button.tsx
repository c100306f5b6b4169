import { useState } from 'react';
import { call } from '#api/api.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { withContract } from '#api/with-contract.ts';
import { Button } from '#ui/button/button.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';

interface TestCoinsButtonProps {
  coin: string;
  /** Left out: the one that the coin is usually sent on. */
  network?: string | undefined;
}

/** In a demo: has coins sent to one's own deposit address, made of nothing. They come as any deposit does. */
export function TestCoinsButton({ coin, network }: TestCoinsButtonProps) {
  const { t } = useTranslation();
  const [taking, setTaking] = useState(false);
  const take = async (): Promise<void> => {
    setTaking(true);
    const body = { currency: coin, ...(network === undefined ? {} : { network }) };
    const taken = await withContract(
      async () => (await import('#api/contract/test-coins.ts')).testCoinEndpoints,
      ({ take: endpoint }) => call(endpoint, { body }),
    );
    setTaking(false);
    if (!taken.ok) {
      showToast({ type: 'error', title: refusalOf(taken.failure, t).message });
      return;
    }
    const amount = `${formatNumber(taken.value.amount, { trimZeros: true })} ${coin}`;
    showToast({ title: t('wallet.tap.sent', { amount }), description: t('wallet.tap.soon') });
  };
  return (
    <Button color="green" loading={taking} onClick={() => void take()}>
      {t('wallet.tap.take', { coin })}
    </Button>
  );
}
