import type { CoinNetwork, DepositAddress } from '@emporion/contracts/rest';
import { useState } from 'react';
import { QrCode } from '#ui/qr/qr-code.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AddressText } from '../components/address-text.tsx';
import { Notice } from '../components/notice.tsx';
import { CopyBox } from './copy-box.tsx';

const qrLook = 'size-[200px] max-sm:mx-auto';

export function AddressSkeleton() {
  return (
    <div className="flex gap-5 max-sm:flex-col" aria-busy="true">
      <Skeleton className={`${qrLook} flex-none rounded-md`} />
      <div className="flex flex-1 flex-col gap-3">
        <Skeleton className="h-[4.625rem] rounded-md" />
        <Skeleton className="h-16 rounded-md" />
      </div>
    </div>
  );
}

interface AddressPanelProps {
  coin: string;
  /** By both of its names. */
  network: string;
  terms: CoinNetwork;
  address: DepositAddress;
  /** Whether the coin stands for another one, as a wrapped coin does. */
  original: string | undefined;
}

/** Where to send the coin: the address as a picture and as text, and the memo where the address is shared. */
export function AddressPanel({ coin, network, terms, address, original }: AddressPanelProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState({ address: false, memo: false });
  const { memo } = address;
  const kind = address.memo_kind ?? 'memo';
  return (
    <div className="flex gap-5 max-sm:flex-col">
      <div className="flex flex-none flex-col gap-2 max-sm:items-center">
        <QrCode
          text={address.address}
          label={t('wallet.deposit.qr', { coin, network })}
          className={`${qrLook} border hairline`}
        />
        {memo !== null && (
          <p className="w-[200px] text-xs text-pretty text-muted">{t(`wallet.memo.${kind}.notInQr`)}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <CopyBox
          label={t('wallet.deposit.address', { coin, network })}
          text={address.address}
          copyLabel={t('wallet.deposit.copyAddress')}
          onCopied={() => setCopied((before) => ({ ...before, address: true }))}
        >
          <AddressText value={address.address} />
        </CopyBox>
        {memo !== null && (
          <>
            <CopyBox
              warn
              label={t(`wallet.memo.${kind}.required`)}
              text={memo}
              copyLabel={t(`wallet.memo.${kind}.copy`)}
              onCopied={() => setCopied((before) => ({ ...before, memo: true }))}
            >
              <span className="font-mono font-semibold">{memo}</span>
            </CopyBox>
            <p role="status" className="text-pretty text-warn">
              {copied.address && !copied.memo
                ? t(`wallet.memo.${kind}.copyToo`)
                : t(`wallet.memo.${kind}.warning`)}
            </p>
          </>
        )}
        <Notice tone="warn">
          <p>{t('wallet.deposit.only', { coin, network })}</p>
          {original !== undefined && (
            <p className="mt-1">{t('wallet.deposit.notOriginal', { coin, original })}</p>
          )}
          {terms.contract !== null && (
            <p className="mt-1 text-muted">
              {t('wallet.deposit.contract')} <AddressText value={terms.contract} short className="text-xs" />
            </p>
          )}
        </Notice>
      </div>
    </div>
  );
}
