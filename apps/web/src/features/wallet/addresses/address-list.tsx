import type { SavedAddress } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#api/api.ts';
import { addressBookEndpoints } from '#api/contract/address-book.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { Countdown } from '../components/countdown.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { useNow } from '../components/use-now.ts';
import { networkName } from '../model/networks.ts';
import { savedAddressesQuery, savedOnlyQuery } from './address-book.ts';

function DeleteAddress({ address }: { address: SavedAddress }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const remove = async (): Promise<void> => {
    setPending(true);
    const answer = await asOwnChange('security', () =>
      call(addressBookEndpoints.remove, { params: { id: address.id } }),
    );
    await client.invalidateQueries({ queryKey: savedAddressesQuery.queryKey });
    setPending(false);
    if (answer.ok) return;
    await loadTexts('errors').catch(() => {});
    showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  const { label } = address;
  return (
    <IconButton
      icon="trash-2"
      label={t('withdrawal.addresses.delete.name', { label })}
      disabled={pending}
      onClick={() =>
        askFirst(
          {
            title: t('withdrawal.addresses.delete.title', { label }),
            text: t('withdrawal.addresses.delete.text'),
            confirm: t('withdrawal.addresses.delete.confirm'),
          },
          () => void remove(),
        )
      }
    />
  );
}

interface RowProps {
  address: SavedAddress;
  blockchains: Blockchains;
  onlySaved: boolean;
}

function Row({ address, blockchains, onlySaved }: RowProps) {
  const { t, i18n } = useTranslation();
  const usableMs = Date.parse(address.usable_from);
  const waits = useNow(usableMs) < usableMs;
  const day = dateFormat(i18n.language, dateStyles.day);
  return (
    <li className="flex gap-3 border-t hairline py-3 first:border-t-0">
      <CoinLogo code={address.currency} size={28} className="mt-1 self-start" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="truncate font-semibold">{address.label}</p>
        <p className="text-xs text-muted">
          {`${address.currency} · ${address.holder ?? networkName(address.network, blockchains)}`}
        </p>
        <p className="text-xs">
          <AddressText value={address.address} className="text-muted" />
        </p>
        {address.memo !== null && (
          <p className="text-xs text-muted">
            {t('withdrawal.receipt.memo')} <span className="font-mono text-text">{address.memo}</span>
          </p>
        )}
        <p className="text-xs text-muted">
          {address.last_used === null
            ? t('withdrawal.addresses.neverUsed')
            : t('withdrawal.addresses.lastUsed', { date: day.format(Date.parse(address.last_used)) })}
        </p>
        {waits && onlySaved && (
          <p className="text-xs text-warn">
            {t('withdrawal.to.usableIn')} <Countdown until={address.usable_from} />
          </p>
        )}
        <Link
          to={`/wallet/withdrawal/${address.currency}`}
          className="inline-flex min-h-6 items-center self-start text-xs text-accent hover:underline"
        >
          {t('wallet.headings.withdrawal', { coin: address.currency })}
        </Link>
      </div>
      <div className="flex flex-none items-start">
        <CopyButton text={address.address} label={t('withdrawal.addresses.copy', { label: address.label })} />
        <DeleteAddress address={address} />
      </div>
    </li>
  );
}

/** Where money goes again and again, by label. */
export function AddressList({ blockchains }: { blockchains: Blockchains }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(savedAddressesQuery);
  const { data: only } = useQuery(savedOnlyQuery);
  return (
    <Card title={t('withdrawal.addresses.list.title')}>
      {data === undefined && error !== null && (
        <FailureState
          title={t('withdrawal.addresses.list.unread')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon="users"
          text={t('withdrawal.addresses.list.empty')}
          action={<ToFormButton label={t('withdrawal.addresses.add')} />}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('withdrawal.addresses.list.title')}>
          {data.map((address) => (
            <Row
              key={address.id}
              address={address}
              blockchains={blockchains}
              onlySaved={only?.enabled ?? false}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
