import { useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { useIsPhone } from '#ui/layout/use-width.ts';
import { Amount } from '#ui/number/amount.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { findRows, type NetworkRow } from './fee-model.ts';

interface NetworksCardProps {
  rows: readonly NetworkRow[];
  loading: boolean;
}

const foldedRows = 6;

/** What deposits and withdrawals cost and take, by coin and network. */
export function NetworksCard({ rows, loading }: NetworksCardProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const found = findRows(rows, text, i18n.language);
  // On a phone each row is a card: a screen or two of them, and the rest for whoever wants it.
  const isPhone = useIsPhone();
  const isFolded = isPhone && !isWhole && text === '' && found.length > foldedRows;
  const showWhole = () => {
    setWhole(true);
    // The button goes, and who came to it with the keyboard stays in the list.
    list.current?.focus({ preventScroll: true });
  };
  const amount = (value: string | null, none: string) =>
    value === null || !/[1-9]/.test(value) ? (
      <span className="text-muted">{none}</span>
    ) : (
      <Amount value={value} decimals={18} trimZeros />
    );
  const off = <span className="text-muted">{t('fees.off')}</span>;
  const [none, free] = [t('fees.none'), t('fees.free')];
  const amounts = <Key extends 'depositMax' | 'depositFee' | 'withdrawalMin' | 'withdrawalMax'>(
    key: Key,
    without: string,
  ) => ({
    ...{ key, label: t(`fees.${key}`), class: 'text-right' },
    formatter: (value: string | null) => amount(value, without),
  });
  const columns: readonly TableColumn<NetworkRow>[] = [
    {
      key: 'code',
      label: t('fees.coin'),
      formatter: (code) => (
        <span className="inline-flex items-center gap-2 align-middle font-semibold">
          <CoinLogo code={code} size={20} />
          {code}
        </span>
      ),
    },
    { key: 'networkName', label: t('fees.network') },
    {
      key: 'depositMin',
      label: t('fees.depositMin'),
      class: 'text-right',
      formatter: (value, { network }) => (network.disable_topups ? off : amount(value, none)),
    },
    amounts('depositMax', none),
    amounts('depositFee', free),
    {
      key: 'withdrawalFee',
      label: t('fees.withdrawalFee'),
      class: 'text-right',
      formatter: (value, { network }) => (network.disable_withdrawals ? off : amount(value, free)),
    },
    amounts('withdrawalMin', none),
    amounts('withdrawalMax', none),
  ];
  return (
    <Card
      title={t('fees.moving')}
      className="drawn-when-near [--near-height:104rem] md:[--near-height:61rem]"
    >
      <div className="mb-4 max-w-80">
        <TextField
          label={t('fees.search')}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div ref={list} tabIndex={-1}>
        <Table
          caption={t('fees.moving')}
          columns={columns}
          rows={isFolded ? found.slice(0, foldedRows) : found}
          rowKey={({ key }) => key}
          loading={loading}
          skeletonRows={isPhone ? foldedRows : 18}
          emptyText={t('fees.nothingFound')}
          // Eight columns on a tablet held upright: close together, and their names on two lines.
          className="md:max-lg:[&_td]:px-1.5 md:max-lg:[&_th]:px-1.5 md:max-lg:[&_th]:whitespace-normal"
        />
      </div>
      {isFolded && (
        <Button color="black" wide className="mt-3" onClick={showWhole}>
          {t('fees.showAll', { total: found.length })}
        </Button>
      )}
      <p className="mt-3 text-xs text-pretty text-muted">{t('fees.movingNote')}</p>
    </Card>
  );
}
