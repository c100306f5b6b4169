import type { ExportFormat, Statement, StatementCoin } from '@emporion/contracts/rest';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { statementEndpoints, statementLines } from '#api/contract/statement.ts';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import { ExportProgress, useExport } from '#exports/export-control.tsx';
import { Button } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FailureState } from '../components/failure-state.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { fiatCurrencies, useCurrency, valueDecimals } from '../model/currency.ts';

const formats = ['pdf', 'xlsx', 'csv'] as const satisfies readonly ExportFormat[];
/** What leaves stands with a minus, so that the column adds up. */
const leaving: ReadonlySet<string> = new Set(['withdrawals', 'sold', 'transfers_out', 'codes_out', 'fees']);
const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

type Read = { readonly statement?: Statement; readonly failure?: ApiFailure };

/** The dialog stands outside the page's cache, so it reads for itself. */
function useStatement(year: number, currency: string) {
  const key = `${year} ${currency}`;
  const [read, setRead] = useState<Read & { readonly key: string }>({ key: '' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks the same again
  useEffect(() => {
    const stop = new AbortController();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const query = { year: String(year), in: currency, time_zone: timeZone };
    void call(statementEndpoints.read, { query, signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      setRead({ key, ...(answer.ok ? { statement: answer.value } : { failure: answer.failure }) });
    });
    return () => stop.abort();
  }, [key, tries]);
  return { ...(read.key === key ? read : {}), retry: () => setTries((before) => before + 1) } as Read & {
    retry(): void;
  };
}

function CoinSums({ coin, currency }: { coin: StatementCoin; currency: string }) {
  const { t } = useTranslation();
  const lines = [
    'opening',
    ...statementLines.filter((name) => !isNothing(coin[name].amount)),
    'closing',
  ] as const;
  return (
    <details className="group border-t hairline">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-1">
        <CoinLogo code={coin.currency} size={28} />
        <span className="font-semibold">{coin.currency}</span>
        <span className="ml-auto flex flex-col items-end">
          <PrivateAmount value={coin.closing.amount} decimals={18} trimZeros unit={coin.currency} />
          {coin.closing.value !== null && (
            <PrivateAmount
              value={coin.closing.value}
              decimals={valueDecimals(currency)}
              unit={currency}
              className="text-xs text-muted"
            />
          )}
        </span>
        <Icon name="chevron-down" size={16} className="text-muted group-open:rotate-180" />
      </summary>
      <dl className="pb-3 pl-11">
        {lines.map((name) => {
          const { amount, value } = coin[name];
          const isLeaving = leaving.has(name);
          const signed = (text: string): string => (isLeaving && !isNothing(text) ? `-${text}` : text);
          return (
            <div
              key={name}
              className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto_9rem]"
            >
              <dt className={name === 'closing' ? 'font-semibold' : 'text-muted'}>
                {t(`history.statement.lines.${name}`)}
              </dt>
              <dd className="text-right">
                <PrivateAmount value={signed(amount)} decimals={18} trimZeros unit={coin.currency} />
              </dd>
              <dd className="text-right text-xs text-muted max-sm:hidden">
                {value === null ? (
                  t('history.statement.noValue')
                ) : (
                  <PrivateAmount value={signed(value)} decimals={valueDecimals(currency)} unit={currency} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

/** The sums of a year, coin by coin, to look at and to take along. */
export function StatementDialog({ years }: { years: readonly number[] }) {
  const { t } = useTranslation();
  const [year, setYear] = useState(years[0] ?? new Date().getFullYear());
  const preferred = useCurrency();
  const [currency, setCurrency] = useState(preferred);
  const currencies = [...new Set([...fiatCurrencies, preferred])];
  const { statement, failure, retry } = useStatement(year, currency);
  const { running, start, cancel } = useExport();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-muted">{t('history.statement.text')}</p>
      <div className="grid grid-cols-2 gap-3">
        <SelectList
          label={t('history.statement.year')}
          value={String(year)}
          onValueChange={(chosen) => setYear(Number(chosen))}
          options={years.map((each) => ({
            value: String(each),
            html:
              each === new Date().getFullYear()
                ? t('history.statement.toDate', { year: each })
                : String(each),
          }))}
        />
        <SelectList
          label={t('history.statement.currency')}
          value={currency}
          onValueChange={setCurrency}
          options={currencies.map((each) => ({ value: each, html: each }))}
        />
      </div>
      {failure !== undefined && (
        <FailureState
          title={t('history.unread.statement')}
          error={new ApiError(failure)}
          retry={retry}
          retrying={false}
        />
      )}
      {failure === undefined && statement === undefined && <Skeleton className="h-40" />}
      {statement?.coins.length === 0 && (
        <EmptyState icon="file-text" text={t('history.statement.none', { year })} />
      )}
      {statement !== undefined && statement.coins.length > 0 && (
        <>
          <div className="flex min-h-10 flex-wrap items-center gap-2">
            {running === null ? (
              formats.map((format) => (
                <Button
                  key={format}
                  size="small"
                  color={format === 'pdf' ? 'blue' : 'black'}
                  onClick={() =>
                    void start({ name: 'statement', query: { year: String(year), in: currency } }, format)
                  }
                >
                  <Icon name="download" size={14} />
                  {t(`downloads.formats.${format}`)}
                </Button>
              ))
            ) : (
              <ExportProgress running={running} cancel={cancel} />
            )}
          </div>
          <div>
            {statement.coins.map((coin) => (
              <CoinSums key={coin.currency} coin={coin} currency={statement.in} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
