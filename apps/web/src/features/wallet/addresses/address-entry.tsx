import { TextField } from '#ui/field/text-field.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { NetworkChooser } from '../components/network-chooser.tsx';
import { Notice } from '../components/notice.tsx';
import { networkName } from '../model/networks.ts';
import { type DestinationDraft, type Destinations, networkOf } from './check-destination.ts';
import { pastedPayment, type ScannedPayment } from './payment-uri.ts';
import { ScanButton } from './scan-button.tsx';

interface AddressEntryProps extends Destinations {
  coin: string;
  form: Pick<Form<DestinationDraft>, 'values' | 'text' | 'choice' | 'setValue'>;
  /** Whether the page may ask for the camera; a picture can always be read. */
  camera: boolean;
  onScan?: ((payment: ScannedPayment) => void) | undefined;
}

/** An address, the network that it says or that is chosen for it, and the tag that belongs to it. */
export function AddressEntry({ coin, form, networks, blockchains, camera, onScan }: AddressEntryProps) {
  const { t, i18n } = useTranslation();
  const { derived, terms } = networkOf(form.values, { networks, blockchains });
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const names = (codes: readonly string[]) =>
    list.format(codes.map((code) => networkName(code, blockchains)));
  const network = form.choice('network');
  const scanned = (payment: ScannedPayment): void => {
    form.setValue('address', payment.address);
    if (payment.memo !== undefined) form.setValue('memo', payment.memo);
    onScan?.(payment);
  };
  const address = form.text('address');
  return (
    <>
      <TextField
        label={t('withdrawal.to.address', { coin })}
        placeholder={t('withdrawal.to.placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={150}
        control={<ScanButton camera={camera} onScan={scanned} />}
        onPaste={(event) => {
          const payment = pastedPayment(event.clipboardData.getData('text'));
          if (payment === undefined) return;
          event.preventDefault();
          scanned(payment);
        }}
        {...address}
      />
      {derived.kind === 'elsewhere' && (
        <Notice tone="warn" title={t('withdrawal.to.elsewhere.title', { networks: names(derived.networks) })}>
          <p className="mt-1">
            {t('withdrawal.to.elsewhere.text', { coin, own: names(networks.map((one) => one.network)) })}
          </p>
        </Notice>
      )}
      {derived.kind === 'several' && (
        <div className="flex flex-col gap-2">
          <NetworkChooser
            coin={coin}
            networks={networks.filter((one) => derived.networks.includes(one.network))}
            blockchains={blockchains}
            purpose="withdrawal"
            value={terms?.network}
            onValueChange={network.onValueChange}
          />
          {network.error !== undefined && (
            <p className="field-error" role="alert">
              <Icon name="circle-alert" size={14} />
              <span>{t('withdrawal.to.chooseNetwork')}</span>
            </p>
          )}
          <p className="text-xs text-pretty text-warn">{t('withdrawal.to.several')}</p>
        </div>
      )}
      {derived.kind === 'one' && address.error === undefined && (
        <p className="flex items-center gap-2" role="status">
          <Icon name="circle-check" size={16} className="flex-none text-buy" />
          <span>{t('withdrawal.to.derived', { network: networkName(derived.network, blockchains) })}</span>
        </p>
      )}
      {terms?.memo && (
        <TextField
          label={t(`withdrawal.to.memo.${terms.memo}`)}
          hint={t(`withdrawal.to.memo.${terms.memo}Hint`)}
          inputMode={terms.memo === 'tag' ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={100}
          {...form.text('memo')}
        />
      )}
    </>
  );
}
