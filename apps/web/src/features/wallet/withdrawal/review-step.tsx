import type { CoinNetwork, Withdrawal } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { CoinState } from '#live/coin-state.ts';
import { AskLink } from '#ui/ask-link.tsx';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { Notice } from '../components/notice.tsx';
import { feeOf } from './amount-step.tsx';
import type { Destination } from './destination-step.tsx';
import { Receipt } from './receipt.tsx';
import { quoteQuery } from './withdrawal-calls.ts';

interface ReviewStepProps {
  coin: CoinState;
  terms: CoinNetwork;
  blockchains: Blockchains;
  destination: Destination;
  amount: string;
  /** Names this withdrawal: however often it is sent, it is made once. */
  clientId: string;
  onRequested(withdrawal: Withdrawal): void;
  /** It was refused because of where it goes. */
  onDestinationRefused(message: string): void;
}

const aboutRecipient = [
  'invalid_withdrawal_address',
  'wrong_address',
  'invalid_memo',
  'destination_tag_required',
  'address_not_saved',
  'holder_differs',
] as const;

function isAboutRecipient(failure: ApiFailure): boolean {
  return aboutRecipient.some((code) => hasCode(failure, code));
}

/** Where one mail confirms it all, nothing is left to choose, so the mail is sent at once. The next page offers it again if this fails. */
async function sendOneMail({ id, confirmation }: Withdrawal): Promise<void> {
  if (confirmation?.one_mail)
    await call(withdrawalEndpoints.sendCode, { params: { id }, body: { method: 'email' } });
}

/** Review: the receipt, and the button that asks for it. Nothing leaves before the code and the link of the mail. */
export function ReviewStep(props: ReviewStepProps) {
  const { coin, terms, blockchains, destination, amount, clientId, onRequested, onDestinationRefused } =
    props;
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const [code, setCode] = useState<string | null>(null);
  const { network, address, memo, holder } = destination;
  const { data: quote } = useQuery(quoteQuery({ currency: coin.code, network, amount }));
  const isReviewed = quote?.reviewed === true;
  const request = async (): Promise<void> => {
    setPending(true);
    setMessage(undefined);
    setCode(null);
    const body = {
      ...{ currency: coin.code, network, address, memo: memo ?? '', amount, client_id: clientId },
      ...(holder === null ? {} : { holder }),
    };
    const answer = await call(withdrawalEndpoints.request, { body });
    if (answer.ok) {
      await sendOneMail(answer.value);
      onRequested(answer.value);
      return;
    }
    setPending(false);
    const refusal = refusalOf(answer.failure, t);
    const said = Object.values(refusal.fields)[0] ?? refusal.message;
    setCode(answer.failure.kind === 'refused' ? answer.failure.code : null);
    if (isAboutRecipient(answer.failure)) onDestinationRefused(said);
    else setMessage(answer.failure.kind === 'refused' ? said : `${said} ${t('withdrawal.review.unsure')}`);
  };
  const payment = {
    ...{ currency: coin.code, network, address, memo, holder, amount, internal: destination.internal },
    ...{ fee: feeOf(destination, quote?.fee ?? terms.fee.withdrawal), label: destination.label },
  };
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      {code !== null && <AskLink about={`refusal:${code}`} said={message} text={t('wallet.ask')} />}
      <Receipt
        payment={payment}
        blockchains={blockchains}
        // When one that is reviewed arrives is said below.
        confirmations={isReviewed ? undefined : terms.confirmations}
      />
      {isReviewed && (
        <Notice icon="shield-check">
          <p>{t('withdrawal.review.reviewed')}</p>
        </Notice>
      )}
      {!destination.internal && (
        <p className="text-xs text-pretty text-muted">
          {t(holder === null ? 'withdrawal.review.compare' : 'withdrawal.bank.compare')}
        </p>
      )}
      <Button size="big" wide loading={pending} onClick={() => void request()}>
        {t('withdrawal.review.submit', {
          amount: `${formatNumber(amount, { decimals: 18, trimZeros: true })} ${coin.code}`,
        })}
      </Button>
    </div>
  );
}
