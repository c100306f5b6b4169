import type { P2pCode } from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import { p2pCodeEndpoints } from '#api/contract/p2p-codes.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { Form } from '#ui/form/form.tsx';
import { useArrival } from '#ui/form/use-arrival.ts';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletKey } from '../api/queries.ts';
import { CoinChooser } from '../components/coin-chooser.tsx';
import { Notice } from '../components/notice.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { balanceProblem } from '../transfer/balance-problem.ts';
import { CoinAmountField } from '../withdrawal/coin-amount-field.tsx';

function shownAmount({ amount, currency }: Pick<P2pCode, 'amount' | 'currency'>): string {
  return `${formatNumber(amount, { decimals: 18, trimZeros: true })} ${currency}`;
}

/** The code itself, this once: whoever reads it can take the coins. */
function Made({ made, onClose }: { made: P2pCode; onClose(): void }) {
  const { t, i18n } = useTranslation();
  const headingRef = useArrival();
  const code = made.code ?? '';
  const time = dateFormat(i18n.language, dateStyles.moment);
  const share = (): void => {
    // Whoever closes the browser's window has shared nothing, and needs no word about it.
    navigator
      .share({ text: t('withdrawal.codes.made.message', { code, amount: shownAmount(made) }) })
      .catch(() => {});
  };
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t('withdrawal.codes.made.title', { amount: shownAmount(made) })}
        </h3>
        <p className="text-pretty text-muted">
          {t('withdrawal.codes.made.text', { time: time.format(Date.parse(made.expires)) })}
        </p>
      </div>
      <div className="flex items-center gap-2 rounded-md border-2 border-accent py-3 pr-2 pl-4">
        <span className="min-w-0 flex-1 font-mono text-md font-semibold break-all select-all">{code}</span>
        <CopyButton text={code} label={t('withdrawal.codes.made.copy')} className="flex-none" />
      </div>
      <Notice tone="warn">
        <p>{t('withdrawal.codes.made.once')}</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        {typeof navigator.share === 'function' && (
          <Button onClick={share}>
            <Icon name="send" size={16} />
            {t('withdrawal.codes.made.share')}
          </Button>
        )}
        <Button color="black" onClick={onClose}>
          {t('withdrawal.codes.made.close')}
        </Button>
      </div>
    </div>
  );
}

/** Puts coins into a code. The code is shown once, where it was made. */
export function CreateCode({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [made, setMade] = useState<P2pCode>();
  // The same words sent again are the same code.
  const clientIdRef = useRef<string>(undefined);
  const first = coins.find(({ actual }) => /[1-9]/.test(actual)) ?? coins[0];
  const form = useForm({
    initial: { currency: first?.code ?? '', amount: '' },
    check: ({ currency, amount }) => {
      const problem = balanceProblem(
        amount,
        coins.find(({ code }) => code === currency),
      );
      return problem === undefined ? {} : { amount: problem };
    },
    submit: async ({ currency, amount }) => {
      clientIdRef.current ??= crypto.randomUUID();
      const body = { currency, amount, client_id: clientIdRef.current };
      const answer = await withConfirmation(
        'p2p_code',
        (confirmation) => call(p2pCodeEndpoints.create, { body: { ...body, confirmation } }),
        (method) =>
          call(confirmationEndpoints.sendCode, {
            body: { action: 'p2p_code', method, about: { currency, amount } },
          }),
      );
      if (answer.ok) {
        clientIdRef.current = undefined;
        setMade(answer.value);
        void client.invalidateQueries({ queryKey: walletKey });
        void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
        return undefined;
      }
      // What was refused was not made; what was lost on the way may have been.
      if (answer.failure.kind === 'refused' || answer.failure.kind === 'aborted')
        clientIdRef.current = undefined;
      if (answer.failure.kind === 'aborted') return {};
      const { message, fields } = refusalOf(answer.failure, t);
      return Object.keys(fields).length > 0 ? { fields } : { message };
    },
  });
  const coin = coins.find(({ code }) => code === form.values.currency);
  if (made !== undefined) {
    return (
      <Made
        made={made}
        onClose={() => {
          setMade(undefined);
          form.reset({ currency: made.currency, amount: '' });
        }}
      />
    );
  }
  if (coin === undefined) return null;
  const change = (name: 'currency' | 'amount') => (value: string) => {
    clientIdRef.current = undefined;
    form.setValue(name, value);
  };
  return (
    <Form form={form}>
      <CoinChooser coins={coins} value={coin.code} onValueChange={change('currency')} />
      <CoinAmountField
        key={coin.code}
        {...form.choice('amount')}
        onValueChange={change('amount')}
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
        {t('withdrawal.codes.create.submit')}
      </Button>
    </Form>
  );
}
