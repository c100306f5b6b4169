import type { BankDeposit as Announced } from '@emporion/contracts/rest';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { bankEndpoints } from '#api/contract/bank.ts';
import { valueOrThrow } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletKey } from '../api/queries.ts';
import { AddressText } from '../components/address-text.tsx';
import { AmountField } from '../components/amount-field.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { Notice } from '../components/notice.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { CopyBox } from '../deposit/copy-box.tsx';
import { TransferTerms } from './transfer-terms.tsx';

type Currency = Announced['currency'];

/** News of the wallet has it read again, so a transfer that is credited shows as such at once. */
function transfersQuery(currency: Currency) {
  return queryOptions({
    queryKey: [...walletKey, 'bank-deposits', currency],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(bankEndpoints.list, { query: { currency }, signal })).results,
  });
}

const shown = (amount: string, currency: string) => `${formatNumber(amount, { decimals: 2 })} ${currency}`;

/** Where to send the money, each line with its button, and above all the reference. */
function Instructions({ transfer, onAnother }: { transfer: Announced; onAnother(): void }) {
  const { t } = useTranslation();
  const { to, reference, amount, currency } = transfer;
  const off = (
    <Notice tone="warn" icon="clock" title={t('wallet.deposit.off.title', { coin: currency })}>
      <p className="mt-1">{t('wallet.deposit.off.text', { coin: currency })}</p>
    </Notice>
  );
  if (to === null) return off;
  const lines = [
    ['holder', to.holder],
    ['account', to.account],
    ['bic', to.bic],
    ['bank', to.bank],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty">{t('wallet.bank.send', { amount: shown(amount, currency) })}</p>
      <CopyBox
        warn
        label={t('wallet.bank.reference')}
        text={reference}
        copyLabel={t('wallet.bank.copyReference')}
      >
        <span className="font-mono font-semibold">{reference}</span>
      </CopyBox>
      <p className="text-pretty text-warn">{t('wallet.bank.referenceText')}</p>
      {lines.map(
        ([name, text]) =>
          text !== null && (
            <CopyBox
              key={name}
              label={t(`wallet.bank.${name}`)}
              text={text}
              copyLabel={t('wallet.bank.copy', { what: t(`wallet.bank.${name}`) })}
            >
              {name === 'account' ? (
                <AddressText value={text} />
              ) : (
                <span className="break-words">{text}</span>
              )}
            </CopyBox>
          ),
      )}
      <Notice>
        <p>{t('wallet.bank.when', { coin: currency })}</p>
      </Notice>
      <Button variant="flat" className="self-start" onClick={onAnother}>
        {t('wallet.bank.another')}
      </Button>
    </div>
  );
}

function AnnounceForm({ coin, onMade }: { coin: CoinState; onMade(made: Announced): void }) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { amount: '' },
    check: ({ amount }) => (/[1-9]/.test(amount) ? {} : { amount: { code: 'field_required' } }),
    submit: async ({ amount }) => {
      const body = { currency: coin.code as Currency, amount };
      const answer = await call(bankEndpoints.announce, { body });
      if (answer.ok) {
        onMade(answer.value);
        return undefined;
      }
      if (answer.failure.kind === 'aborted') return {};
      const { message, fields } = refusalOf(answer.failure, t);
      return Object.keys(fields).length > 0 ? { fields } : { message };
    },
  });
  return (
    <Form form={form}>
      <p className="text-pretty text-muted">{t('wallet.bank.text', { coin: coin.code })}</p>
      <AmountField {...form.choice('amount')} unit={coin.code} decimals={coin.decimals} />
      <TransferTerms coin={coin} />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('wallet.bank.get')}
      </Button>
    </Form>
  );
}

function Transfers({
  transfers,
  onOpen,
}: {
  transfers: readonly Announced[];
  onOpen(transfer: Announced): void;
}) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className="pb-1 font-semibold">{t('wallet.bank.list')}</h3>
      <ul>
        {transfers.map((transfer) => {
          const { id, amount, credited, currency, reference, status } = transfer;
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t hairline py-2 first:border-t-0"
            >
              <span>
                <span className="num font-semibold">
                  {shown(status === 'completed' ? credited : amount, currency)}
                </span>{' '}
                <span className="font-mono text-xs text-muted">{reference}</span>
              </span>
              {status !== 'pending' ? (
                <StateBadge status={status} className="text-xs" />
              ) : (
                <Button size="small" variant="flat" className="-mx-3" onClick={() => onOpen(transfer)}>
                  <StateBadge status="pending" className="text-xs" />
                  {t('wallet.bank.open')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A currency comes in by bank transfer: the amount first, then the account and the reference for it. */
export function BankDeposit({ coin }: { coin: CoinState }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = transfersQuery(coin.code as Currency);
  const { data, error, isFetching, refetch } = useQuery(query);
  const [chosen, setChosen] = useState<string>();
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-80" />;
    return (
      <FailureState
        title={t('wallet.unread.deposits')}
        error={error}
        retry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const open = data.find(({ id, status }) => id === chosen && status === 'pending');
  return (
    <div className="flex flex-col gap-5">
      {open === undefined ? (
        <AnnounceForm
          key={data.length}
          coin={coin}
          onMade={(made) => {
            client.setQueryData(query.queryKey, [made, ...data]);
            setChosen(made.id);
          }}
        />
      ) : (
        <Instructions transfer={open} onAnother={() => setChosen(undefined)} />
      )}
      {data.length > 0 && <Transfers transfers={data} onOpen={({ id }) => setChosen(id)} />}
    </div>
  );
}
