import {
  approvalEndpoints,
  type BankAccountRules,
  bankReviewEndpoints,
  fiatCurrencies,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { WholeText } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';

const onOff = [
  ['on', 'On'],
  ['off', 'Off'],
] as const;

function fieldsOf(now: BankAccountRules | undefined): readonly ActionField[] {
  const text = (name: keyof BankAccountRules, label: string, more: Partial<ActionField> = {}): ActionField =>
    ({ name, label, kind: 'text', initial: String(now?.[name] ?? ''), ...more }) as ActionField;
  const number = (name: keyof BankAccountRules, label: string): ActionField =>
    text(name, label, { kind: 'number', initial: String(now?.[name] ?? '0') } as Partial<ActionField>);
  const maximum = (name: keyof BankAccountRules, label: string): ActionField =>
    text(name, label, {
      kind: 'number',
      isOptional: true,
      hint: 'Empty: no maximum.',
    } as Partial<ActionField>);
  const choice = (name: string, label: string, isOff: boolean): ActionField => ({
    ...{ name, label, kind: 'choice', options: onOff, initial: isOff ? 'off' : 'on' },
  });
  return [
    text('holder', 'Account holder'),
    text('account', 'IBAN or account number'),
    text('bank', 'Bank'),
    text('bic', 'BIC / SWIFT', { isOptional: true } as Partial<ActionField>),
    text('name', 'Name in the ledger', {
      hint: 'Lower-case letters, digits and hyphens. Use another name for another bank, so that each is booked separately.',
    } as Partial<ActionField>),
    choice('deposits', 'Transfers in', now?.deposits_disabled ?? false),
    number('deposit_fee', 'Deposit fee'),
    number('deposit_min', 'Deposit minimum'),
    maximum('deposit_max', 'Deposit maximum'),
    choice('withdrawals', 'Transfers out', now?.withdrawals_disabled ?? true),
    number('withdrawal_fee', 'Withdrawal fee'),
    number('withdrawal_min', 'Withdrawal minimum'),
    maximum('withdrawal_max', 'Withdrawal maximum'),
    reasonField,
  ];
}

type Currency = BankAccountRules['currency'];

function askAccount(currency: Currency, now: BankAccountRules | undefined): void {
  const orNull = (text = '') => (text.trim() === '' ? null : text.trim());
  askAction({
    title:
      now === undefined ? `Propose an account for ${currency}` : `Propose changes to the ${currency} account`,
    text: 'Everybody who deposits sends money to this account, so a second person has to approve.',
    confirm: 'Propose',
    fields: fieldsOf(now),
    run: ({ reason = '', deposits, withdrawals, ...written }) => {
      const text = (name: string) => (written[name] ?? '').trim();
      const rules: BankAccountRules = {
        ...{ currency, name: text('name'), holder: text('holder'), account: text('account') },
        ...{ bank: text('bank'), bic: orNull(written.bic) },
        ...{ deposit_fee: text('deposit_fee'), deposit_min: text('deposit_min') },
        ...{ deposit_max: orNull(written.deposit_max), deposits_disabled: deposits === 'off' },
        ...{ withdrawal_fee: text('withdrawal_fee'), withdrawal_min: text('withdrawal_min') },
        ...{ withdrawal_max: orNull(written.withdrawal_max), withdrawals_disabled: withdrawals === 'off' },
      };
      return makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeBankAccount, { body: { rules, reason, confirmation } }),
        done: 'Proposed. A second person decides.',
      });
    },
  });
}

interface TermsProps {
  currency: Currency;
  isOff: boolean;
  fee: string;
  min: string;
  max: string | null;
}

function Terms({ currency, isOff, fee, min, max }: TermsProps) {
  if (isOff) return <Badge tone="warn">Off</Badge>;
  const range = max === null ? `from ${amountText(min)}` : `${amountText(min)} to ${amountText(max)}`;
  return `${range} ${currency}, fee ${amountText(fee, currency)}`;
}

function Account({ currency, now }: { currency: Currency; now: BankAccountRules | undefined }) {
  const may = useMay();
  return (
    <Card
      title={currency}
      actions={
        may('policy.propose') && (
          <Button size="small" color="black" onClick={() => askAccount(currency, now)}>
            {now === undefined ? 'Propose an account' : 'Propose changes'}
          </Button>
        )
      }
    >
      {now === undefined ? (
        <p className="text-muted">No account. Nobody can deposit or withdraw this currency.</p>
      ) : (
        <Facts
          facts={[
            ['Account holder', now.holder],
            ['Account', <WholeText key="account" value={now.account} />],
            ['Bank', now.bank],
            ['BIC', now.bic ?? undefined],
            ['In the ledger', `house:bank:${now.name}`],
            [
              'Transfers in',
              <Terms
                key="in"
                isOff={now.deposits_disabled}
                {...{ currency, fee: now.deposit_fee, min: now.deposit_min, max: now.deposit_max }}
              />,
            ],
            [
              'Transfers out',
              <Terms
                key="out"
                isOff={now.withdrawals_disabled}
                {...{ currency, fee: now.withdrawal_fee, min: now.withdrawal_min, max: now.withdrawal_max }}
              />,
            ],
          ]}
        />
      )}
    </Card>
  );
}

/** Where users send currencies to, and on what terms currencies come and go. */
export function AccountsPage() {
  const accounts = useQuery({
    queryKey: ['bank-accounts'],
    queryFn: async ({ signal }) => valueOrThrow(await call(bankReviewEndpoints.accounts, { signal })).results,
  });
  return (
    <>
      <PageHead
        title="Bank accounts"
        text="The accounts users send money to, one per currency. Changes need two people."
      />
      {accounts.data === undefined &&
        (accounts.isPending ? (
          <Loading />
        ) : (
          <Failure
            error={accounts.error}
            onRetry={() => void accounts.refetch()}
            retrying={accounts.isFetching}
          />
        ))}
      {accounts.data !== undefined && (
        <div className="grid gap-4 lg:grid-cols-2">
          {fiatCurrencies.map((currency) => (
            <Account
              key={currency}
              currency={currency}
              now={accounts.data.find((account) => account.currency === currency)}
            />
          ))}
        </div>
      )}
    </>
  );
}
