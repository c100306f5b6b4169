import type { ReactNode } from 'react';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { valueDecimals } from '../model/currency.ts';
import { expectedMinutes } from '../model/expected-time.ts';
import { networkName } from '../model/networks.ts';
import { useRate } from './coin-amount-field.tsx';
import { sumOf, worthOf } from './model/amounts.ts';
import { ReceiptLine } from './receipt-line.tsx';

export interface Payment {
  readonly currency: string;
  readonly network: string;
  readonly address: string | null;
  readonly memo: string | null;
  /** Of a bank account. */
  readonly holder: string | null;
  readonly amount: string;
  readonly fee: string;
  readonly internal: boolean;
  readonly label?: string | undefined;
}

interface ReceiptProps {
  payment: Payment;
  blockchains: Blockchains;
  /** Blocks until it is final; undefined where it is said elsewhere. */
  confirmations?: number | undefined;
  /** Nothing arrives and nothing is taken. */
  isVoid?: boolean;
  children?: ReactNode;
}

function Worth({ coin, amount }: { coin: string; amount: string }) {
  const { t } = useTranslation();
  const { currency, rate } = useRate(coin);
  if (rate === undefined) return null;
  const decimals = valueDecimals(currency);
  const value = formatNumber(worthOf(amount, { rate, decimals }), { decimals });
  return t('withdrawal.receipt.worth', { value, currency });
}

/** What arrives, what it costs and about when. */
function Cost({ payment, confirmations }: Pick<ReceiptProps, 'payment' | 'confirmations'>) {
  const { t } = useTranslation();
  const { currency: coin, network, amount, fee, internal, holder } = payment;
  const minutes = confirmations === undefined ? undefined : expectedMinutes({ network, confirmations });
  return (
    <>
      <ReceiptLine
        name={t('withdrawal.receipt.arrives')}
        amount={amount}
        coin={coin}
        strong
        note={<Worth coin={coin} amount={amount} />}
      />
      <ReceiptLine name={t('withdrawal.receipt.fee')} amount={fee} coin={coin} free />
      <ReceiptLine name={t('withdrawal.receipt.total')} amount={sumOf(amount, fee)} coin={coin} />
      {internal && (
        <ReceiptLine name={t('withdrawal.receipt.when')}>{t('withdrawal.receipt.atOnce')}</ReceiptLine>
      )}
      {holder !== null && (
        <ReceiptLine name={t('withdrawal.receipt.when')}>{t('withdrawal.bank.days')}</ReceiptLine>
      )}
      {!internal && holder === null && minutes !== undefined && (
        <ReceiptLine name={t('withdrawal.receipt.when')}>
          {t('wallet.network.minutes', { count: minutes })}
        </ReceiptLine>
      )}
    </>
  );
}

/** Everything about a withdrawal on one slip: to, network, amount, fee, arrives, about when. */
export function Receipt({ payment, blockchains, confirmations, isVoid = false, children }: ReceiptProps) {
  const { t } = useTranslation();
  const { currency: coin, network, address, memo, holder, amount, internal, label } = payment;
  return (
    <dl className="divide-y divide-border/20">
      {holder !== null && <ReceiptLine name={t('withdrawal.bank.holder')}>{holder}</ReceiptLine>}
      {address !== null && (
        <ReceiptLine name={t('withdrawal.receipt.to')} note={label}>
          <AddressText value={address} className="text-muted" />
        </ReceiptLine>
      )}
      {memo !== null && (
        <ReceiptLine name={t(holder === null ? 'withdrawal.receipt.memo' : 'withdrawal.bank.code')}>
          <span className="font-mono font-semibold break-all">{memo}</span>
        </ReceiptLine>
      )}
      <ReceiptLine
        name={t('withdrawal.receipt.network')}
        note={internal ? t('withdrawal.receipt.internal') : undefined}
      >
        {networkName(network, blockchains)}
      </ReceiptLine>
      {isVoid ? (
        <ReceiptLine name={t('wallet.amount')} amount={amount} coin={coin} />
      ) : (
        <Cost payment={payment} confirmations={confirmations} />
      )}
      {children}
    </dl>
  );
}
