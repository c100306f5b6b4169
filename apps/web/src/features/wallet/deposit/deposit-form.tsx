import type { CoinNetwork, DepositAddress } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, type ApiFailure, hasCode } from '#api/failure.ts';
import { isDemo } from '#api/mode.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { FailureState } from '../components/failure-state.tsx';
import { NetworkChooser } from '../components/network-chooser.tsx';
import { Notice } from '../components/notice.tsx';
import { TestCoinsButton } from '../components/test-coins-button.tsx';
import { firstOpen, isOff, networkName } from '../model/networks.ts';
import { AddressPanel, AddressSkeleton } from './address-panel.tsx';
import { depositAddressQuery, makeAddress } from './deposit-address.ts';
import { DepositTerms } from './deposit-terms.tsx';
import { NetworkCheck } from './network-check.tsx';

const bank = lazyPart(
  async () => (await import('../bank/bank-deposit.tsx')).BankDeposit,
  <Skeleton className="h-80" />,
);

interface OnNetworkProps {
  coin: CoinState;
  terms: CoinNetwork;
  blockchains: Blockchains;
  onNetworkChange(network: string): void;
}

function NewAddress({ coin, network }: { coin: string; network: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const make = async (): Promise<void> => {
    setMaking(true);
    const made = await makeAddress({ currency: coin, network });
    setMaking(false);
    if (!made.ok) {
      showToast({ type: 'error', title: refusalOf(made.failure, t).message });
      return;
    }
    client.setQueryData(depositAddressQuery({ currency: coin, network }).queryKey, made.value);
    showToast({
      title: t('wallet.deposit.newAddress.done'),
      description: t('wallet.deposit.newAddress.old'),
    });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-xs text-pretty text-muted">{t('wallet.deposit.newAddress.text')}</p>
      <Button size="small" variant="flat" className="-mx-3" loading={making} onClick={() => void make()}>
        <Icon name="plus" size={14} />
        {t('wallet.deposit.newAddress.make')}
      </Button>
    </div>
  );
}

/** Whoever has had a deposit over a network knows it, and is not asked again. */
function isKnownTo(address: DepositAddress | undefined): boolean {
  return address !== undefined && address.first_used !== null;
}

const isNotNow = (failure: ApiFailure): boolean => hasCode(failure, 'wallet_service_error');

function OnNetwork({ coin, terms, blockchains, onNetworkChange }: OnNetworkProps) {
  const { t } = useTranslation();
  const [confirmed, setConfirmed] = useState(false);
  const { data, error, failureReason, isFetching, refetch } = useQuery(
    depositAddressQuery({ currency: coin.code, network: terms.network }),
  );
  const network = networkName(terms.network, blockchains);
  const usual = coin.networks[0] ?? terms;
  // Said at the first refusal, while it is asked again: the exchange has no addresses of the network now.
  if (data === undefined && failureReason instanceof ApiError && isNotNow(failureReason.failure)) {
    return (
      <Notice tone="warn" icon="clock" title={t('wallet.deposit.off.title', { coin: coin.code })}>
        <p className="mt-1">{t('wallet.deposit.off.network', { coin: coin.code, network })}</p>
      </Notice>
    );
  }
  if (error !== null && data === undefined) {
    return (
      <FailureState
        title={t('wallet.unread.address')}
        error={error}
        retry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (terms.network !== usual.network && !isOff(usual, 'deposit') && !confirmed && !isKnownTo(data)) {
    return (
      <NetworkCheck
        coin={coin.code}
        chosen={network}
        usual={networkName(usual.network, blockchains)}
        onConfirm={() => setConfirmed(true)}
        onUseUsual={() => onNetworkChange(usual.network)}
      />
    );
  }
  return (
    <>
      {data === undefined ? (
        <AddressSkeleton />
      ) : (
        <AddressPanel
          key={data.address}
          coin={coin.code}
          network={network}
          terms={terms}
          address={data}
          original={coin.base === coin.code ? undefined : coin.base}
        />
      )}
      {isDemo() && (
        <Notice>
          <p>{t('wallet.tap.text')}</p>
          <div className="mt-2">
            <TestCoinsButton coin={coin.code} network={terms.network} />
          </div>
        </Notice>
      )}
      <DepositTerms coin={coin.code} decimals={coin.decimals} terms={terms} />
      <NewAddress coin={coin.code} network={terms.network} />
    </>
  );
}

/** The network is chosen first; its address is only shown then. The choice stands in the address bar. */
export function DepositForm({ coin, blockchains }: { coin: CoinState; blockchains: Blockchains }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(search.get('network'));
  const named = coin.networks.find(({ network }) => network === chosen);
  const terms = named ?? firstOpen(coin.networks, 'deposit');
  const choose = (network: string): void => {
    setChosen(network);
    setSearch({ network }, { replace: true });
  };
  if (coin.fiat && !coin.disable_topups) return <bank.Part coin={coin} />;
  if (coin.disable_topups || terms === undefined) {
    return (
      <Notice tone="warn" icon="clock" title={t('wallet.deposit.off.title', { coin: coin.code })}>
        <p className="mt-1">{t('wallet.deposit.off.text', { coin: coin.code })}</p>
      </Notice>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-2">
        <NetworkChooser
          coin={coin.code}
          networks={coin.networks}
          blockchains={blockchains}
          purpose="deposit"
          value={terms.network}
          onValueChange={choose}
        />
        {coin.networks.length > 1 && (
          <p className="text-xs text-pretty text-muted">{t('wallet.network.help')}</p>
        )}
      </div>
      {isOff(terms, 'deposit') ? (
        <Notice tone="warn" icon="clock">
          <p>
            {t('wallet.deposit.off.network', {
              coin: coin.code,
              network: networkName(terms.network, blockchains),
            })}
          </p>
        </Notice>
      ) : (
        <OnNetwork
          key={terms.network}
          coin={coin}
          terms={terms}
          blockchains={blockchains}
          onNetworkChange={choose}
        />
      )}
    </>
  );
}
