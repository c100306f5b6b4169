import type { SavedCard } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import {
  addressOf,
  type CardDraft,
  type CardOffer,
  currenciesOf,
  exceeds,
  kindOf,
  pairOf,
  type Way,
  wayOf,
  waysOf,
} from './card-draft.ts';
import { type LivePreview, limitsQuery, savedCardsQuery, usePreview } from './card-queries.ts';
import { type Payee, useSubmit } from './use-submit.ts';

/** Fetched with the first amount. */
const preview = lazyPart(
  async () => (await import('./preview-panel.tsx')).PreviewPanel,
  <Skeleton className="h-36" />,
);

/** Names stay as they are in every language. */
const systemNames = { cauri: 'Cauri', payeer: 'Payeer', sepa: 'SEPA' } as const;

interface CardFormProps {
  draft: CardDraft;
  coins: readonly CoinState[];
  offer: CardOffer & { readonly sandbox: boolean };
  onChange(draft: CardDraft): void;
  onOrder(id: string): void;
}

interface AmountProps {
  side: 'give' | 'receive';
  draft: CardDraft;
  coins: readonly CoinState[];
  offer: CardOffer;
  live: LivePreview;
  labelEnd?: ReactNode;
  error?: string | undefined;
  onChange(draft: CardDraft): void;
}

/** The line above both: a long balance has the room over the coin too, and keeps to one line. */
const wideLabel =
  '[&_.field-label]:relative [&_.field-label]:z-1 [&_.field-label]:w-[calc(100%+8.75rem)] [&_.field-label]:whitespace-nowrap';

/** An amount beside the currency or the coin that it is of. */
function AmountRow({ side, draft, coins, offer, live, labelEnd, error, onChange }: AmountProps) {
  const { t, i18n } = useTranslation();
  const code = pairOf(draft)[side];
  const isCurrency = code === draft.currency;
  const own = coins.find((coin) => coin.code === code);
  const isWritten = draft.written === side;
  const value = isWritten ? draft.amount : (live.preview?.[side] ?? '');
  const label = t(`card.${draft.side}Form.${side}`);
  const options = isCurrency ? currenciesOf(offer, draft.side) : offer.coins;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-start gap-2">
      <NumericInput
        label={label}
        labelEnd={labelEnd}
        error={error}
        value={value}
        onValueChange={(amount) => onChange({ ...draft, written: side, amount })}
        maxDecimals={isCurrency ? 2 : (own?.decimals ?? 8)}
        placeholder="0"
        className={classNames(wideLabel, !isWritten && live.isPending && 'opacity-60')}
      />
      <SelectList
        label={t('card.coinOf', { side: label })}
        hideLabel
        className="pt-6"
        value={code}
        onValueChange={(next) =>
          onChange(
            isCurrency ? { ...draft, currency: next as CardDraft['currency'] } : { ...draft, coin: next },
          )
        }
        options={options.map((each) => ({
          value: each,
          html: each,
          start: <CoinLogo code={each} size={20} />,
          otherNames: () =>
            coins.filter((coin) => coin.code === each).map((coin) => coinName(coin, i18n.language)),
        }))}
      />
    </div>
  );
}

function cardName({ brand, last_four }: Pick<SavedCard, 'brand' | 'last_four'>): string {
  return `${brand.toUpperCase()} ···· ${last_four}`;
}

interface PayeeProps {
  way: Way;
  side: CardDraft['side'];
  payee: Payee;
  error: Readonly<Record<string, string>>;
  onChange(payee: Payee): void;
}

/** With which card it is paid, or where the money of a sale goes. */
function PayeeFields({ way, side, payee, error, onChange }: PayeeProps) {
  const { t } = useTranslation();
  const { data } = useQuery(savedCardsQuery);
  const cards = (data ?? []).filter((card) => card.pay_system === way.system.name && !card.expired);
  const isCard = side === 'buy' ? way.method.endsWith('_card') : way.system.payout === 'card';
  if (isCard && side === 'sell' && cards.length === 0)
    return <p className="text-pretty text-muted">{t('card.noCards')}</p>;
  if (isCard)
    return (
      <>
        {cards.length > 0 && (
          <SelectList
            label={t(side === 'buy' ? 'card.payWith' : 'card.payToCard')}
            value={payee.to}
            onValueChange={(to) => onChange({ ...payee, to })}
            placeholder={t('card.chooseCard')}
            error={error.to}
            options={[
              ...(side === 'buy' ? [{ value: '', html: t('card.newCard') }] : []),
              ...cards.map((card) => ({ value: card.id, html: cardName(card) })),
            ]}
          />
        )}
        {side === 'buy' && payee.to === '' && (
          <Checkbox
            label={t('card.save')}
            value={payee.save}
            onValueChange={(save) => onChange({ ...payee, save })}
          />
        )}
      </>
    );
  if (side === 'buy') return null;
  const isIban = way.system.payout === 'iban';
  return (
    <>
      {isIban && (
        <TextField
          label={t('card.holder')}
          autoComplete="name"
          maxLength={70}
          value={payee.holder}
          error={error.holder}
          onChange={({ currentTarget }) => onChange({ ...payee, holder: currentTarget.value })}
        />
      )}
      <TextField
        label={t(isIban ? 'card.payouts.iban' : 'card.payeer')}
        placeholder={isIban ? undefined : 'P1012345678'}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={payee.to}
        error={error.to}
        onChange={({ currentTarget }) => onChange({ ...payee, to: currentTarget.value })}
      />
    </>
  );
}

const money = (value: string) => formatNumber(value, { decimals: 2, trimZeros: true });

interface Bounds {
  min: string;
  max: string;
  day: { left: string; max: string } | undefined;
}

/** Of a purchase the least of what the pay system takes and what the person's level leaves. */
function useBounds({ terms: { min, max } }: Way, { side, currency }: CardDraft): Bounds {
  const loggedIn = useIsLoggedIn();
  const { data } = useQuery({ ...limitsQuery, enabled: loggedIn && side === 'buy' });
  if (data === undefined || side === 'sell') return { min, max, day: undefined };
  const own = data.left.find((each) => each.currency === currency);
  if (own === undefined) return { min, max, day: undefined };
  const day = { left: own.day_left, max: own.day_max };
  return { min, max: exceeds(max, own.max) ? own.max : max, day };
}

function Limits({ bounds: { min, max, day }, currency }: { bounds: Bounds; currency: string }) {
  const { t } = useTranslation();
  return (
    <p className="text-xs text-pretty text-muted">
      {exceeds(min, max)
        ? t('card.most', { max: money(max), currency })
        : t('card.bounds', { min: money(min), max: money(max), currency })}{' '}
      {day !== undefined && t('card.dayLeft', { left: money(day.left), max: money(day.max), currency })}
    </p>
  );
}

/** What there is to sell, and all of it at once. */
function Available({ coin, onMax }: { coin: CoinState; onMax(): void }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2">
      <Amount value={coin.actual} decimals={coin.decimals} trimZeros unit={coin.code} />
      <button type="button" className="-my-2 py-2 font-semibold text-accent" onClick={onMax}>
        {t('card.max')}
      </button>
    </span>
  );
}

/** What is paid or sold: not more than one may or has. */
function GiveRow({ bounds, ...rows }: Omit<AmountProps, 'side'> & { bounds: Bounds }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const { draft, coins, onChange } = rows;
  const sold = loggedIn && draft.side === 'sell' ? coins.find(({ code }) => code === draft.coin) : undefined;
  const give = giveOf(rows);
  const error =
    sold !== undefined && exceeds(give, sold.actual)
      ? t('card.notEnough', { coin: draft.coin })
      : draft.side === 'buy' && exceeds(give, bounds.max)
        ? t('card.most', { max: money(bounds.max), currency: draft.currency })
        : undefined;
  const max = (amount: string) => onChange({ ...draft, written: 'give', amount });
  return (
    <AmountRow
      side="give"
      {...rows}
      error={error}
      labelEnd={sold && <Available coin={sold} onMax={() => max(sold.actual)} />}
    />
  );
}

function giveOf({ draft, live }: Pick<AmountProps, 'draft' | 'live'>): string {
  return (draft.written === 'give' ? draft.amount : live.preview?.give) || '0';
}

/** What is paid, by what, and what arrives; the last step leads to the pay system's own page. */
export function CardForm({ draft, coins, offer, onChange, onOrder }: CardFormProps) {
  const { t } = useTranslation();
  const live = usePreview(draft);
  const [written, setPayee] = useState<Payee>();
  const { data: cards } = useQuery({ ...savedCardsQuery, enabled: useIsLoggedIn() });
  const saved = cards?.find((card) => card.pay_system === draft.system && !card.expired);
  // Who has saved a card means it, until they choose otherwise.
  const isByCard = draft.side === 'sell' || draft.method.endsWith('_card');
  const payee = written ?? { to: (isByCard && saved?.id) || '', holder: '', save: false };
  const submission = useSubmit({ draft, live, payee, onOrder });
  const way = wayOf(offer, draft);
  if (way === undefined) return <p className="text-pretty text-muted">{t('card.offSide')}</p>;
  return (
    <FilledForm {...{ draft, coins, offer, onChange, live, payee, setPayee, way }} submission={submission} />
  );
}

type FilledProps = Omit<CardFormProps, 'onOrder'> & {
  live: LivePreview;
  payee: Payee;
  setPayee(payee: Payee | undefined): void;
  way: Way;
  submission: ReturnType<typeof useSubmit>;
};

function FilledForm({ draft, coins, offer, onChange, live, payee, setPayee, way, submission }: FilledProps) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const { pending, message, fields, submit } = submission;
  const bounds = useBounds(way, draft);
  const sold = draft.side === 'sell' ? coins.find(({ code }) => code === draft.coin)?.actual : undefined;
  const give = giveOf({ draft, live });
  const isOver = draft.side === 'buy' ? exceeds(give, bounds.max) : sold !== undefined && exceeds(give, sold);
  const ways = waysOf(offer, draft);
  const rows = { draft, coins, offer, live, onChange };
  return (
    <div className="flex flex-col gap-4">
      <GiveRow bounds={bounds} {...rows} />
      <AmountRow side="receive" {...rows} />
      <SelectList
        label={t(draft.side === 'buy' ? 'card.method' : 'card.payoutBy')}
        value={`${way.system.name}/${way.method}`}
        onValueChange={(value) => {
          const [system, method] = value.split('/') as [CardDraft['system'], CardDraft['method']];
          setPayee(undefined);
          onChange({ ...draft, system, method });
        }}
        options={ways.map(({ system, method }) => ({
          value: `${system.name}/${method}`,
          html: t(draft.side === 'buy' ? `card.methods.${method}` : `card.payouts.${system.payout}`),
          end: <span className="text-muted">{systemNames[system.name]}</span>,
        }))}
      />
      {loggedIn && (
        <PayeeFields way={way} side={draft.side} payee={payee} error={fields} onChange={setPayee} />
      )}
      {live.preview === undefined && (live.error === null || isOver) && !live.isPending ? (
        // What is more than one has or may is said at its field, and once.
        !isOver && <p className="text-pretty text-muted">{t('card.writeAmount')}</p>
      ) : (
        <preview.Part draft={draft} live={live} />
      )}
      <Limits bounds={bounds} currency={draft.currency} />
      <FormMessage message={message} />
      {loggedIn ? (
        <Button
          size="big"
          wide
          loading={pending || live.isPending}
          disabled={live.preview === undefined || isOver}
          onClick={() => void submit(way)}
        >
          {t(draft.side === 'buy' ? 'card.toPayment' : 'card.sellNow')}
        </Button>
      ) : (
        <LinkButton
          to={`/login?${new URLSearchParams({ redirectFrom: `/quick-swap?${addressOf(draft)}` })}`}
          size="big"
          wide
        >
          {t('card.logIn')}
        </LinkButton>
      )}
      <p className="text-xs text-pretty text-muted">
        {t(draft.side === 'buy' ? `card.elsewhere.${kindOf(way.method)}` : 'card.final')}{' '}
        {offer.sandbox && t('card.sandbox')}
      </p>
    </div>
  );
}
