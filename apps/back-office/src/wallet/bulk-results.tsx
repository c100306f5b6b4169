import type { ReviewedWithdrawal } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { closeModal } from '@emporion/web/ui/modal/modal-store.ts';
import { CoinAmount } from './coin-amount.tsx';

export interface BulkResult {
  readonly row: ReviewedWithdrawal;
  /** Why it was refused, as a code of the catalogue. Null: it was done. */
  readonly code: string | null;
}

/** What came of each of several, those that were refused first. It stays until it is closed. */
export function BulkResults({
  results,
  onOpen,
}: {
  results: readonly BulkResult[];
  onOpen(id: string): void;
}) {
  const sorted = results.toSorted((one, other) => Number(one.code === null) - Number(other.code === null));
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-3">
        {sorted.map(({ row: { id, user, amount, currency }, code }) => (
          <li key={id}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <button
                type="button"
                className="text-accent hover:underline"
                onClick={() => {
                  closeModal();
                  onOpen(id);
                }}
              >
                {user.username}
              </button>
              <CoinAmount value={amount} coin={currency} />
            </p>
            <p className={`text-pretty ${code === null ? 'text-buy' : 'text-sell'}`}>
              {code === null ? 'Done' : texts.t(`errors.${code}`)}
            </p>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button onClick={closeModal}>{texts.t('common.close')}</Button>
      </div>
    </div>
  );
}
