import { TextField } from '#ui/field/text-field.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface BankDraft {
  readonly holder: string;
  readonly address: string;
  /** The code of the bank. */
  readonly memo: string;
}

type Problems = Partial<Record<keyof BankDraft, { code: 'field_required' }>>;

/** What is missing; whether it is right is the server's to say, which knows the check digits. */
export function checkBankDraft(currency: string, { holder, address, memo }: BankDraft): Problems {
  const missing = (text: string) => text.trim() === '';
  const isIban = /^\s*[a-z]{2}/i.test(address);
  const needsCode = currency === 'RUB' || (currency === 'USD' && !isIban);
  return {
    ...(missing(holder) && { holder: { code: 'field_required' } as const }),
    ...(missing(address) && { address: { code: 'field_required' } as const }),
    ...(needsCode && missing(memo) && { memo: { code: 'field_required' } as const }),
  };
}

const accountLabels: Readonly<Record<string, string>> = {
  EUR: 'withdrawal.bank.iban',
  RUB: 'withdrawal.bank.accountRub',
};
const codeLabels: Readonly<Record<string, string>> = {
  EUR: 'withdrawal.bank.codeEur',
  RUB: 'withdrawal.bank.codeRub',
};

interface BankFieldsProps {
  currency: string;
  form: Pick<Form<BankDraft>, 'text'>;
}

/** In whose name, which account, and the bank's code as the currency asks for it. */
export function BankFields({ currency, form }: BankFieldsProps) {
  const { t } = useTranslation();
  const plain = {
    autoComplete: 'off',
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
  } as const;
  return (
    <>
      <TextField
        label={t('withdrawal.bank.holder')}
        hint={t('withdrawal.bank.holderHint')}
        autoComplete="name"
        maxLength={140}
        {...form.text('holder')}
      />
      <TextField
        label={t(accountLabels[currency] ?? 'withdrawal.bank.account')}
        inputMode={currency === 'RUB' ? 'numeric' : 'text'}
        maxLength={50}
        {...plain}
        {...form.text('address')}
      />
      <TextField
        label={t(codeLabels[currency] ?? 'withdrawal.bank.codeUsd')}
        hint={currency === 'USD' ? t('withdrawal.bank.codeUsdHint') : undefined}
        inputMode={currency === 'RUB' ? 'numeric' : 'text'}
        maxLength={20}
        {...plain}
        {...form.text('memo')}
      />
    </>
  );
}
