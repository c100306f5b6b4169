import type { SavedAddress, WithdrawalRecipient } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { savedAddressesQuery, savedOnlyQuery } from '../addresses/address-book.ts';
import { AddressEntry } from '../addresses/address-entry.tsx';
import { checkDestination, memoOf, networkOf } from '../addresses/check-destination.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { BankFields, checkBankDraft } from '../bank/bank-fields.tsx';
import { Notice } from '../components/notice.tsx';
import { bankNetwork, isOff, networkName } from '../model/networks.ts';
import type { WrittenDestination } from './model/draft.ts';
import { SavedAddressChoice } from './saved-address-choice.tsx';

export interface Destination extends WithdrawalRecipient {
  readonly network: string;
  /** The name under which it is saved; undefined for a new one. */
  readonly label: string | undefined;
}

interface DestinationStepProps {
  coin: CoinState;
  blockchains: Blockchains;
  /** What was chosen before, to go on from. */
  before: Destination | undefined;
  /** What was written and not checked yet. */
  written?: WrittenDestination | undefined;
  onWrite(written: WrittenDestination): void;
  /** Why the server would not have it after all. */
  refused?: FormRefusal | undefined;
  onDone(destination: Destination, amount: string | undefined): void;
}

interface Asked {
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly holder?: string | null;
  readonly label: string | undefined;
}

/** Has the server check an address, by the rules that will hold for the withdrawal. */
function useRecipientCheck(coin: string, onDone: (destination: Destination) => void) {
  const { t } = useTranslation();
  return async ({ label, network, address, memo, holder }: Asked): Promise<FormRefusal | undefined> => {
    const body = {
      ...{ currency: coin, network, address: address.trim(), memo: memo.trim() },
      ...(holder ? { holder: holder.trim() } : {}),
    };
    const answer = await call(withdrawalEndpoints.recipient, { body });
    if (answer.ok) {
      onDone({ ...answer.value, network, label });
      return undefined;
    }
    const { message, fields } = refusalOf(answer.failure, t);
    return Object.keys(fields).length > 0 ? { fields } : { message };
  };
}

const nothingWritten: WrittenDestination = { address: '', network: '', memo: '', holder: '' };

/** What a form of a new recipient begins with: what was written last, else what was chosen. */
function beginWith({ before, written }: DestinationStepProps): WrittenDestination {
  if (written !== undefined) return written;
  if (before === undefined || before.label !== undefined) return nothingWritten;
  const { address, network, memo, holder } = before;
  return { address, network, memo: memo ?? '', holder: holder ?? '' };
}

/** Keeps what is written in a form of a new recipient. */
function useKept(values: Partial<WrittenDestination>, onWrite: DestinationStepProps['onWrite']): void {
  const written = { ...nothingWritten, ...values };
  const text = JSON.stringify(written);
  const keptRef = useRef(text);
  useEffect(() => {
    if (keptRef.current === text) return;
    keptRef.current = text;
    onWrite(JSON.parse(text) as WrittenDestination);
  }, [text, onWrite]);
}

function NewAddress(props: DestinationStepProps) {
  const { coin, blockchains, refused, onWrite, onDone } = props;
  const { t } = useTranslation();
  const [amount, setAmount] = useState<string>();
  const among = { networks: coin.networks, blockchains };
  const check = useRecipientCheck(coin.code, (destination) => onDone(destination, amount));
  const { address, network: chosen, memo } = beginWith(props);
  const form = useForm({
    initial: { address, network: chosen, memo },
    check: (values) => checkDestination(values, among),
    submit: async (values) => {
      const { terms } = networkOf(values, among);
      const network = terms?.network ?? '';
      return check({ ...values, memo: memoOf(values, terms), network, label: undefined });
    },
  });
  useKept(form.values, onWrite);
  const { terms } = networkOf(form.values, among);
  const off = terms !== undefined && isOff(terms, 'withdrawal');
  return (
    <Form form={form.message === undefined ? { ...form, message: refused?.message } : form}>
      <AddressEntry
        coin={coin.code}
        form={form}
        {...among}
        camera
        onScan={(payment) => setAmount(payment.amount)}
      />
      {off && (
        <Notice tone="warn" icon="clock">
          <p>
            {t('withdrawal.off.network', {
              coin: coin.code,
              network: networkName(terms.network, blockchains),
            })}
          </p>
        </Notice>
      )}
      <Button type="submit" size="big" wide loading={form.pending} disabled={off}>
        {t('withdrawal.steps.next')}
      </Button>
    </Form>
  );
}

/** The account at a bank that a currency goes to. */
function NewBankAccount(props: DestinationStepProps) {
  const { coin, refused, onWrite, onDone } = props;
  const { t } = useTranslation();
  const check = useRecipientCheck(coin.code, (destination) => onDone(destination, undefined));
  const { holder, address, memo } = beginWith(props);
  const form = useForm({
    initial: { holder, address, memo },
    check: (values) => checkBankDraft(coin.code, values),
    submit: (values) => check({ ...values, network: bankNetwork, label: undefined }),
  });
  useKept(form.values, onWrite);
  return (
    <Form form={form.message === undefined ? { ...form, message: refused?.message } : form}>
      <BankFields currency={coin.code} form={form} />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('withdrawal.steps.next')}
      </Button>
    </Form>
  );
}

interface SavedProps extends DestinationStepProps {
  saved: readonly SavedAddress[];
  /** Addresses wait until they can be used. */
  onlySaved: boolean;
}

function Saved({ coin, blockchains, before, refused, onDone, saved, onlySaved }: SavedProps) {
  const { t } = useTranslation();
  const check = useRecipientCheck(coin.code, (destination) => onDone(destination, undefined));
  const form = useForm({
    initial: { id: saved.find(({ label }) => label === before?.label)?.id ?? '' },
    check: ({ id }) => (id === '' ? { id: { code: 'field_required' } } : {}),
    submit: async ({ id }) => {
      const chosen = saved.find((one) => one.id === id);
      if (chosen === undefined) return undefined;
      const refusal = await check({ ...chosen, memo: chosen.memo ?? '' });
      // The fields of the address are not shown here.
      return refusal && { message: refusal.message ?? Object.values(refusal.fields ?? {}).join(' ') };
    },
  });
  return (
    <Form form={form.message === undefined ? { ...form, message: refused?.message } : form}>
      <SavedAddressChoice
        coin={coin}
        blockchains={blockchains}
        saved={saved}
        onlySaved={onlySaved}
        {...form.choice('id')}
      />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('withdrawal.steps.next')}
      </Button>
    </Form>
  );
}

/** Where to: a saved address or a new one, whose network is read from it where it can be. */
export function DestinationStep(props: DestinationStepProps) {
  const { t } = useTranslation();
  const { coin, before, written } = props;
  const { data: all } = useQuery(savedAddressesQuery);
  const { data: only } = useQuery(savedOnlyQuery);
  const saved = all?.filter(({ currency }) => currency === coin.code) ?? [];
  const onlySaved = only?.enabled ?? false;
  const [chosen, setChosen] = useState<'saved' | 'new'>();
  const isNew = before === undefined ? written !== undefined : before.label === undefined;
  const way = chosen ?? (isNew ? 'new' : 'saved');
  const offersSaved = saved.length > 0;
  return (
    <div className="flex flex-col gap-4">
      {onlySaved && (
        <Notice icon="shield-check" title={t('withdrawal.to.onlySaved.title')}>
          <p className="mt-1 text-muted">{t('withdrawal.to.onlySaved.text')}</p>
        </Notice>
      )}
      {offersSaved && !onlySaved && (
        <SegmentedControl<'saved' | 'new'>
          label={t('withdrawal.to.which')}
          value={way}
          onValueChange={setChosen}
          segments={[
            { value: 'saved', label: t(coin.fiat ? 'withdrawal.bank.saved' : 'withdrawal.to.saved') },
            { value: 'new', label: t(coin.fiat ? 'withdrawal.bank.new' : 'withdrawal.to.new') },
          ]}
        />
      )}
      {offersSaved && (onlySaved || way === 'saved') ? (
        <Saved {...props} saved={saved} onlySaved={onlySaved} />
      ) : (
        !onlySaved && (coin.fiat ? <NewBankAccount {...props} /> : <NewAddress {...props} />)
      )}
      {(offersSaved || onlySaved) && (
        <Link to="/wallet/addresses" className="self-start text-accent hover:underline">
          {t('withdrawal.to.manage')}
        </Link>
      )}
    </div>
  );
}
