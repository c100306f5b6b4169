import type { Transfer } from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import { transferEndpoints } from '#api/contract/transfers.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form, FormMessage } from '#ui/form/form.tsx';
import { useArrival } from '#ui/form/use-arrival.ts';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletKey } from '../api/queries.ts';
import { CoinChooser } from '../components/coin-chooser.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { CoinAmountField } from '../withdrawal/coin-amount-field.tsx';
import { ReceiptLine } from '../withdrawal/receipt-line.tsx';
import { balanceProblem } from './balance-problem.ts';

interface Draft {
  readonly to: string;
  readonly currency: string;
  readonly amount: string;
}

/** What was checked: whom it would go to, by a name that is mostly hidden. */
interface Checked extends Draft {
  readonly name: string;
  /** However often it is sent, it is made once. */
  readonly clientId: string;
}

interface WriteProps {
  coins: readonly CoinState[];
  before: Draft;
  onChecked(checked: Checked): void;
}

function Write({ coins, before, onChecked }: WriteProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { ...before },
    check: ({ to, currency, amount }) => {
      const problem = balanceProblem(
        amount,
        coins.find(({ code }) => code === currency),
      );
      return {
        ...(to.trim() === '' ? { to: { code: 'field_required' } } : {}),
        ...(problem === undefined ? {} : { amount: problem }),
      };
    },
    submit: async (values) => {
      const to = values.to.trim();
      const answer = await call(transferEndpoints.recipient, { body: { to } });
      if (answer.ok) {
        onChecked({ ...values, to, name: answer.value.name, clientId: crypto.randomUUID() });
        return undefined;
      }
      const { message, fields } = refusalOf(answer.failure, t);
      return Object.keys(fields).length > 0 ? { fields } : { message };
    },
  });
  const coin = coins.find(({ code }) => code === form.values.currency) ?? coins[0];
  if (coin === undefined) return null;
  return (
    <Form form={form}>
      <TextField
        label={t('withdrawal.transfer.to')}
        hint={t('withdrawal.transfer.toHint')}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        {...form.text('to')}
      />
      <CoinChooser
        coins={coins}
        value={coin.code}
        onValueChange={(code) => form.setValue('currency', code)}
      />
      <CoinAmountField
        key={coin.code}
        {...form.choice('amount')}
        coin={coin.code}
        decimals={coin.decimals}
        max={coin.actual}
        labelEnd={
          <span>
            {t('withdrawal.amount.available')}{' '}
            <PrivateAmount
              value={coin.actual}
              decimals={coin.decimals}
              trimZeros
              unit={coin.code}
              className="text-text"
            />
          </span>
        }
      />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('withdrawal.steps.next')}
      </Button>
    </Form>
  );
}

interface ReviewProps {
  checked: Checked;
  onBack(): void;
  onSent(transfer: Transfer): void;
}

function Review({ checked, onBack, onSent }: ReviewProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const headingRef = useArrival();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const { to, name, currency, amount, clientId } = checked;
  const send = async (): Promise<void> => {
    setPending(true);
    setMessage(undefined);
    const answer = await withConfirmation(
      'transfer',
      (confirmation) =>
        call(transferEndpoints.send, { body: { to, currency, amount, client_id: clientId, confirmation } }),
      (method) =>
        call(confirmationEndpoints.sendCode, {
          body: { action: 'transfer', method, about: { currency, amount, to } },
        }),
    );
    setPending(false);
    if (answer.ok) {
      onSent(answer.value);
      void client.invalidateQueries({ queryKey: walletKey });
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
    } else if (answer.failure.kind !== 'aborted') {
      const said = refusalOf(answer.failure, t).message;
      setMessage(answer.failure.kind === 'refused' ? said : `${said} ${t('withdrawal.transfer.unsure')}`);
    }
  };
  const shown = `${formatNumber(amount, { decimals: 18, trimZeros: true })} ${currency}`;
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('withdrawal.transfer.check')}
      </h3>
      <FormMessage message={message} />
      <dl className="divide-y divide-border/20">
        <ReceiptLine name={t('withdrawal.receipt.to')} note={to} strong>
          {name}
        </ReceiptLine>
        <ReceiptLine name={t('withdrawal.receipt.arrives')} amount={amount} coin={currency} strong />
        <ReceiptLine name={t('withdrawal.receipt.fee')} amount="0" free />
        <ReceiptLine name={t('withdrawal.receipt.when')}>{t('withdrawal.receipt.atOnce')}</ReceiptLine>
      </dl>
      <p className="text-xs text-pretty text-muted">{t('withdrawal.transfer.final')}</p>
      <Button size="big" wide loading={pending} onClick={() => void send()}>
        {t('withdrawal.transfer.submit', { amount: shown })}
      </Button>
      <Button variant="flat" wide onClick={onBack}>
        {t('withdrawal.steps.change')}
      </Button>
    </div>
  );
}

function Sent({ transfer, onNew }: { transfer: Transfer; onNew(): void }) {
  const { t } = useTranslation();
  const headingRef = useArrival();
  const amount = `${formatNumber(transfer.amount, { decimals: 18, trimZeros: true })} ${transfer.currency}`;
  return (
    <div className="flex flex-col items-center gap-4 py-4 text-center">
      <Icon name="circle-check" size={36} className="text-buy" />
      <div role="status">
        <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t('withdrawal.transfer.sent.title', { amount })}
        </h3>
        <p className="mt-1 text-pretty text-muted">
          {t('withdrawal.transfer.sent.text', { name: transfer.counterparty })}
        </p>
      </div>
      <Button color="black" onClick={onNew}>
        {t('withdrawal.transfer.another')}
      </Button>
    </div>
  );
}

/** Whom, what and how much; then whom it is, by a masked name; then the code. */
export function TransferForm({ coins, coin }: { coins: readonly CoinState[]; coin: string }) {
  const [draft, setDraft] = useState<Draft>({ to: '', currency: coin, amount: '' });
  const [checked, setChecked] = useState<Checked>();
  const [sent, setSent] = useState<Transfer>();
  if (sent !== undefined) {
    return (
      <Sent
        transfer={sent}
        onNew={() => {
          setDraft({ to: '', currency: sent.currency, amount: '' });
          setChecked(undefined);
          setSent(undefined);
        }}
      />
    );
  }
  if (checked !== undefined) {
    return (
      <Review
        checked={checked}
        onBack={() => {
          setDraft(checked);
          setChecked(undefined);
        }}
        onSent={setSent}
      />
    );
  }
  return <Write coins={coins} before={draft} onChecked={setChecked} />;
}
