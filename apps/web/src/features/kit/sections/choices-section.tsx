import { useState } from 'react';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { KitGrid, KitSection } from '../kit-section.tsx';

const networks = [
  { value: 'bsc', html: 'Binance Smart Chain' },
  { value: 'ethereum', html: 'Ethereum' },
  { value: 'tron', html: 'Tron' },
  { value: 'markup', html: '<b>markup</b> is text' },
] as const;

const orderTypes = ['limit', 'market', 'stopLimit'] as const;
type OrderType = (typeof orderTypes)[number];
type Side = 'buy' | 'sell';

function Lists() {
  const { t } = useTranslation();
  const [network, setNetwork] = useState<string | undefined>('ethereum');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const shared = { options: networks, placeholder: t('kit.field.networkPlaceholder') };
  return (
    <KitGrid>
      <SelectList {...shared} label={t('kit.field.network')} value={network} onValueChange={setNetwork} />
      <SelectList
        {...shared}
        label={t('kit.field.network')}
        value={missing}
        onValueChange={setMissing}
        error={missing === undefined ? t('kit.field.networkError') : undefined}
      />
      <SelectList
        {...shared}
        label={t('kit.field.locked')}
        value={network}
        onValueChange={setNetwork}
        disabled
      />
    </KitGrid>
  );
}

function Boxes() {
  const { t } = useTranslation();
  const [terms, setTerms] = useState(false);
  const [newsletter, setNewsletter] = useState<'yes' | 'no'>('yes');
  const stored = t('kit.field.storedAs', { value: newsletter });
  return (
    <div className="flex flex-col items-start gap-1">
      <Checkbox
        label={t('kit.field.terms')}
        value={terms}
        onValueChange={setTerms}
        error={terms ? undefined : t('kit.field.termsError')}
      />
      <Checkbox
        label={`${t('kit.field.newsletter')} (${stored})`}
        trueValue="yes"
        falseValue="no"
        value={newsletter}
        onValueChange={setNewsletter}
      />
      <Checkbox label={t('kit.field.locked')} value={true} onValueChange={setTerms} disabled />
    </div>
  );
}

function Rows() {
  const { t } = useTranslation();
  const [side, setSide] = useState<Side>('buy');
  const [type, setType] = useState<OrderType>('limit');
  const buy = (
    <>
      <Icon name="arrow-up" size={14} />
      {t('kit.sideBuy')}
    </>
  );
  const sell = (
    <>
      <Icon name="arrow-down" size={14} />
      {t('kit.sideSell')}
    </>
  );
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <SegmentedControl<Side>
        label={t('kit.side')}
        className="self-start"
        segments={[
          { value: 'buy', label: buy, tone: 'buy' },
          { value: 'sell', label: sell, tone: 'sell' },
        ]}
        value={side}
        onValueChange={setSide}
      />
      <Tabs<OrderType>
        label={t('kit.orderType')}
        tabs={orderTypes.map((value) => ({
          value,
          label: t(`kit.${value}`),
          content: <p className="text-muted">{t(`kit.typeHint.${value}`)}</p>,
        }))}
        value={type}
        onValueChange={setType}
      />
    </div>
  );
}

export function ChoicesSection() {
  return (
    <KitSection name="choices">
      <Lists />
      <Boxes />
      <Rows />
    </KitSection>
  );
}
