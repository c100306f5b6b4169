import type { Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pairsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { coinName } from '#live/coin-name.ts';
import { feeTiersQuery, ownFeesQuery } from '#orders/fee-queries.ts';
import { classNames } from '#ui/class-names.ts';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { exceedsOrder, type NetworkRow, type Side, tradeCosts, withdrawalCosts } from './fee-model.ts';

function Line({ name, wrong = false, children }: { name: string; wrong?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-wrap justify-between gap-x-4 py-2', wrong && 'text-sell')}>
      <dt className={classNames('flex items-center gap-1', !wrong && 'text-muted')}>
        {wrong && <Icon name="circle-alert" size={16} className="flex-none" />}
        {name}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** One's own tier unless another one is chosen; a visitor's is the lowest. */
function useTier() {
  const loggedIn = useIsLoggedIn();
  const { data: tiers = [], isError } = useQuery(feeTiersQuery);
  const own = useQuery({ ...ownFeesQuery, enabled: loggedIn }).data?.tier;
  const [chosen, setChosen] = useState<string>();
  const name = chosen ?? own ?? tiers[0]?.tier;
  return { tiers, tier: tiers.find(({ tier }) => tier === name), isUnread: isError, choose: setChosen };
}

function TradeCalculator({ pairs }: { pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const [code, setCode] = useState(pairs[0]?.code ?? '');
  const pair = pairs.find((each) => each.code === code);
  const [side, setSide] = useState<Side>('buy');
  const [role, setRole] = useState<'maker' | 'taker'>('taker');
  const [price, setPrice] = useState<string>();
  const [quantity, setQuantity] = useState('1');
  const { tiers, tier, isUnread, choose } = useTier();
  if (pair === undefined) return null;
  const written = price ?? pair.price ?? '';
  const { base, quote, rules } = pair;
  const costs = tradeCosts(rules, { side, price: written, quantity, percent: tier?.[role] ?? '0' });
  const isTooMuch = exceedsOrder(rules, { price: written, quantity });
  const received = costs?.coin === 'base' ? base.code : quote.code;
  return (
    <div className="flex flex-col gap-4">
      <SelectList
        label={t('fees.pair')}
        value={code}
        onValueChange={(next) => {
          setCode(next);
          setPrice(undefined);
        }}
        options={pairs.map((each) => ({ value: each.code, html: each.code }))}
      />
      <SegmentedControl<Side>
        label={t('fees.side')}
        value={side}
        onValueChange={setSide}
        segments={[
          { value: 'buy', label: t('fees.buy'), tone: 'buy' },
          { value: 'sell', label: t('fees.sell'), tone: 'sell' },
        ]}
      />
      <SegmentedControl<'maker' | 'taker'>
        label={t('fees.role')}
        value={role}
        onValueChange={setRole}
        segments={[
          { value: 'taker', label: t('fees.taker') },
          { value: 'maker', label: t('fees.maker') },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumericInput
          label={t('fees.price')}
          value={written}
          onValueChange={setPrice}
          maxDecimals={rules.price_decimals}
          suffix={quote.code}
        />
        <NumericInput
          label={t('fees.quantity')}
          value={quantity}
          onValueChange={setQuantity}
          maxDecimals={rules.quantity_decimals}
          suffix={base.code}
        />
      </div>
      <SelectList
        label={t('fees.tier')}
        value={tier?.tier}
        onValueChange={choose}
        options={tiers.map((each) => ({ value: each.tier, html: each.tier }))}
      />
      {tier === undefined ? (
        // Where tiers cannot be read, the card of the tiers says so.
        !isUnread && <Skeleton className="h-28" />
      ) : costs === null || isTooMuch ? (
        <p className={isTooMuch ? 'text-sell' : 'text-muted'} aria-live="polite">
          {isTooMuch ? t('fees.tooMuch', { pair: pair.code }) : t('fees.enterBoth')}
        </p>
      ) : (
        <dl className="divide-y divide-border/20" aria-live="polite">
          <Line name={t('fees.cost')}>
            <Amount value={costs.cost} decimals={18} trimZeros unit={quote.code} />
          </Line>
          <Line name={t('fees.fee')}>
            <Amount value={costs.fee} decimals={18} trimZeros unit={received} />
          </Line>
          <Line name={t('fees.receive')}>
            <Amount value={costs.net} decimals={18} trimZeros unit={received} />
          </Line>
        </dl>
      )}
    </div>
  );
}

function WithdrawalCalculator({ rows }: { rows: readonly NetworkRow[] }) {
  const { t, i18n } = useTranslation();
  const [key, setKey] = useState(rows[0]?.key ?? '');
  const [amount, setAmount] = useState('1');
  const row = rows.find((each) => each.key === key);
  if (row === undefined) return null;
  const { coin, network } = row;
  const costs = withdrawalCosts(amount, network);
  const { min, max } = network.limits.withdrawal;
  return (
    <div className="flex flex-col gap-4">
      <SelectList
        label={t('fees.coinAndNetwork')}
        value={key}
        onValueChange={setKey}
        options={rows.map((each) => ({
          value: each.key,
          html: each.coin.code,
          note: each.networkName,
          otherNames: () => [coinName(each.coin, i18n.language), each.networkName],
        }))}
      />
      <NumericInput
        label={t('fees.arrives')}
        value={amount}
        onValueChange={setAmount}
        maxDecimals={coin.decimals}
        suffix={coin.code}
      />
      {costs !== null && (
        <dl className="divide-y divide-border/20" aria-live="polite">
          <Line name={t('fees.fee')}>
            <Amount value={network.fee.withdrawal} decimals={18} trimZeros unit={coin.code} />
          </Line>
          <Line name={t('fees.leaves')}>
            <Amount value={costs.total} decimals={18} trimZeros unit={coin.code} />
          </Line>
          <Line name={t('fees.withdrawalMin')} wrong={costs.isTooLittle}>
            <Amount value={min} decimals={18} trimZeros unit={coin.code} />
          </Line>
          {max !== null && (
            <Line name={t('fees.withdrawalMax')} wrong={costs.isTooMuch}>
              <Amount value={max} decimals={18} trimZeros unit={coin.code} />
            </Line>
          )}
        </dl>
      )}
    </div>
  );
}

type Kind = 'trade' | 'withdrawal';

/** What a trade or a withdrawal costs, to the smallest unit, before it is made. */
export function CalculatorCard({ rows }: { rows: readonly NetworkRow[] }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('trade');
  const pairs = useQuery(pairsQuery).data?.pairs;
  return (
    <Card title={t('fees.calculator')}>
      <SegmentedControl<Kind>
        className="mb-4"
        label={t('fees.calculator')}
        value={kind}
        onValueChange={setKind}
        segments={[
          { value: 'trade', label: t('fees.ofTrade') },
          { value: 'withdrawal', label: t('fees.ofWithdrawal') },
        ]}
      />
      {pairs === undefined && <Skeleton className="h-144 sm:h-112" />}
      {pairs !== undefined && kind === 'trade' && <TradeCalculator pairs={pairs} />}
      {pairs !== undefined && kind === 'withdrawal' && <WithdrawalCalculator rows={rows} />}
    </Card>
  );
}
