import { isDemo } from '#api/mode.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import type { WalletRecord } from '../api/wallet-records.ts';
import { bankState } from '../model/bank-state.ts';
import { bankNetwork } from '../model/networks.ts';
import { ConfirmationProgress } from './confirmation-progress.tsx';
import { RecordAmount } from './record-amount.tsx';
import { StateBadge } from './state-badge.tsx';

interface RecordItemProps {
  record: WalletRecord;
  blockchains: Blockchains;
  explorers: Readonly<Record<string, string>>;
}

/** Where a transaction can be seen by everybody; undefined for what never was on a network, and the chains of a demo nobody else can see. */
function explorerLink(
  { network, hash }: WalletRecord,
  explorers: RecordItemProps['explorers'],
): string | undefined {
  const base = network === undefined ? undefined : explorers[network];
  return base === undefined || !hash || isDemo() ? undefined : `${base}${encodeURIComponent(hash)}`;
}

/** Money that comes in or leaves, with how far it is and why it waits. */
export function RecordItem({ record, blockchains, explorers }: RecordItemProps) {
  const { t, i18n } = useTranslation();
  const { coin, status, reason, network } = record;
  const isBank = network === bankNetwork;
  const time = dateFormat(i18n.language, dateStyles.moment);
  // When it was first seen or asked for; each confirmation would be another moment.
  const seenMs = record.date === undefined ? record.updated * 1_000 : Date.parse(record.date);
  const link = explorerLink(record, explorers);
  const isOnNetwork = status === 'confirming' && (record.confirmations_required ?? 0) > 0;
  return (
    <li className="flex gap-3 border-t hairline py-3 first:border-t-0">
      <CoinLogo code={coin} size={28} className="mt-1 self-start" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <RecordAmount record={record} />
          <StateBadge
            status={status}
            label={isBank ? bankState({ status }, t) : undefined}
            className="text-xs"
          />
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
          <span>
            {[
              t(`wallet.kinds.${isBank ? 'bank' : record.kind}`, { defaultValue: record.kind }),
              network === undefined || isBank ? undefined : (blockchains[network]?.name ?? network),
            ]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </span>
          <time dateTime={new Date(seenMs).toISOString()}>{time.format(seenMs)}</time>
        </div>
        {isOnNetwork && (
          <ConfirmationProgress
            confirmations={record.confirmations ?? 0}
            required={record.confirmations_required ?? 0}
          />
        )}
        {reason && status === 'pending' && (
          <p className="text-xs text-pretty text-warn">
            {t(`wallet.reasons.${reason}`, { defaultValue: '' })}
          </p>
        )}
        {link !== undefined && (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1 self-start text-xs text-accent hover:underline max-md:min-h-11"
          >
            {t('wallet.explorer')}
            <Icon name="external-link" size={12} />
          </a>
        )}
      </div>
    </li>
  );
}
