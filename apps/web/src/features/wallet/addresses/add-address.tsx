import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { addressBookEndpoints } from '#api/contract/address-book.ts';
import { hasCode } from '#api/failure.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { BankFields, checkBankDraft } from '../bank/bank-fields.tsx';
import { CoinChooser } from '../components/coin-chooser.tsx';
import { bankNetwork } from '../model/networks.ts';
import { savedAddressesQuery } from './address-book.ts';
import { AddressEntry } from './address-entry.tsx';
import { checkDestination, memoOf, networkOf } from './check-destination.ts';

interface AddAddressProps {
  coins: readonly CoinState[];
  blockchains: Blockchains;
}

const labelMax = 60;
const empty = { address: '', network: '', memo: '', holder: '' };

/** A label, a coin and its address, whose network is read from it where it can be. */
export function AddAddress({ coins, blockchains }: AddAddressProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const among = (currency: string) => ({
    networks: coins.find(({ code }) => code === currency)?.networks ?? [],
    blockchains,
  });
  const isBank = (currency: string) => coins.some(({ code, fiat }) => code === currency && fiat);
  const form = useForm({
    initial: { label: '', currency: coins[0]?.code ?? '', ...empty },
    check: ({ label, currency, ...draft }) => {
      const problems = isBank(currency)
        ? checkBankDraft(currency, draft)
        : checkDestination(draft, among(currency));
      return label.trim() === '' ? { label: { code: 'field_required' }, ...problems } : problems;
    },
    submit: async ({ label, currency, ...draft }) => {
      const toBank = isBank(currency);
      const { terms } = networkOf(draft, among(currency));
      const network = toBank ? bankNetwork : (terms?.network ?? '');
      const { address, holder } = draft;
      const memo = toBank ? draft.memo.trim() : memoOf(draft, terms);
      const body = {
        ...{ label: label.trim(), currency, network, address: address.trim(), memo },
        ...(toBank ? { holder: holder.trim() } : {}),
      };
      // It takes a code while money leaves for saved addresses only.
      const answer = await withConfirmation('security', (confirmation) =>
        asOwnChange('security', () => call(addressBookEndpoints.add, { body: { ...body, confirmation } })),
      );
      if (answer.ok) {
        await client.invalidateQueries({ queryKey: savedAddressesQuery.queryKey });
        form.reset({ label: '', currency, ...empty });
        showToast({ title: t('withdrawal.addresses.added', { label: answer.value.label }) });
        return undefined;
      }
      if (answer.failure.kind === 'aborted') return {};
      const { message, fields } = refusalOf(answer.failure, t);
      if (Object.keys(fields).length > 0) return { fields };
      if (hasCode(answer.failure, 'label_not_unique')) return { fields: { label: message } };
      if (hasCode(answer.failure, 'address_not_unique')) return { fields: { address: message } };
      return { message };
    },
  });
  const { currency } = form.values;
  return (
    <Form form={form}>
      <TextField
        label={t('withdrawal.addresses.label')}
        placeholder={t('withdrawal.addresses.labelExample')}
        autoComplete="off"
        maxLength={labelMax}
        {...form.text('label')}
      />
      <CoinChooser coins={coins} value={currency} onValueChange={(code) => form.setValue('currency', code)} />
      {isBank(currency) ? (
        <BankFields currency={currency} form={form} />
      ) : (
        <AddressEntry coin={currency} form={form} {...among(currency)} camera={false} />
      )}
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('withdrawal.addresses.submit')}
      </Button>
    </Form>
  );
}
