import { Icon } from '@emporion/web/ui/icon/icon.tsx';

export const termNames = {
  deposit_min: 'Smallest deposit',
  withdrawal_fee: 'Fee of a withdrawal',
  withdrawal_min: 'Smallest withdrawal',
  withdrawal_max: 'Largest withdrawal',
} as const;
export type TermName = keyof typeof termNames;
export type Terms = Readonly<Record<TermName, string>>;

/** What other exchanges ask, for coins that everybody knows. Nobody knows it of others, so they are left to whoever lists them. */
const usual: Readonly<Record<string, Terms>> = {
  BTC: { deposit_min: '0.0001', withdrawal_fee: '0.0001', withdrawal_min: '0.0005', withdrawal_max: '10' },
  LTC: { deposit_min: '0.001', withdrawal_fee: '0.001', withdrawal_min: '0.01', withdrawal_max: '1000' },
  ETH: { deposit_min: '0.001', withdrawal_fee: '0.001', withdrawal_min: '0.005', withdrawal_max: '200' },
  BNB: { deposit_min: '0.005', withdrawal_fee: '0.001', withdrawal_min: '0.01', withdrawal_max: '1000' },
  POL: { deposit_min: '1', withdrawal_fee: '0.5', withdrawal_min: '5', withdrawal_max: '500000' },
  TRX: { deposit_min: '5', withdrawal_fee: '2', withdrawal_min: '20', withdrawal_max: '1000000' },
  USDT: { deposit_min: '1', withdrawal_fee: '3', withdrawal_min: '10', withdrawal_max: '500000' },
  USDC: { deposit_min: '1', withdrawal_fee: '3', withdrawal_min: '10', withdrawal_max: '500000' },
};
export const usualTerms = (code: string): Terms | undefined => usual[code];

const isNothing = (amount: string): boolean => /^0*(?:\.0*)?$/.test(amount.trim());

/** What an operator may not have meant. */
export function termWarnings(terms: Terms): string[] {
  return [
    ...(isNothing(terms.withdrawal_fee)
      ? ['The fee of a withdrawal is 0: the exchange itself pays the network for every withdrawal.']
      : []),
    ...(isNothing(terms.withdrawal_min)
      ? ['The smallest withdrawal is 0: amounts that cost more to send than they are worth are paid out.']
      : []),
    ...(isNothing(terms.deposit_min)
      ? ['The smallest deposit is 0: amounts that cost more to collect than they are worth are credited.']
      : []),
    ...(terms.withdrawal_max.trim() === ''
      ? ['There is no largest withdrawal: only the limits of a day bound what leaves at once.']
      : []),
  ];
}

export function TermWarnings({ terms }: { terms: Terms }) {
  const warnings = termWarnings(terms);
  if (warnings.length === 0) return null;
  return (
    <ul role="status" aria-label="Warnings" className="flex flex-col gap-1 text-warn">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <Icon name="triangle-alert" size={16} className="mt-0.5 flex-none" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
