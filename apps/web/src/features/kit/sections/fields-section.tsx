import { useState } from 'react';
import { DateField } from '#ui/field/date-field.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Textarea } from '#ui/field/textarea.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { KitGrid, KitSection } from '../kit-section.tsx';

const sampleName = 'Ariadne';
const samplePassword = 'Emporion-1';

function NumericFields() {
  const { t } = useTranslation();
  const [price, setPrice] = useState('64120.50');
  const [amount, setAmount] = useState('1');
  const [percent, setPercent] = useState('-2.5');
  const available = (
    <span>
      {`${t('kit.field.available')} `}
      <Amount value="10000" decimals={2} unit="USDT" />
    </span>
  );
  return (
    <>
      <NumericInput
        label={t('kit.field.price')}
        labelEnd={available}
        suffix="USDT"
        maxDecimals={2}
        value={price}
        onValueChange={setPrice}
      />
      <NumericInput
        label={t('kit.field.amount')}
        suffix="BTC"
        value={amount}
        onValueChange={setAmount}
        error={t('kit.field.notEnough')}
      />
      <NumericInput
        label={t('kit.field.percent')}
        suffix="%"
        maxDecimals={2}
        allowMinus
        value={percent}
        onValueChange={setPercent}
      />
    </>
  );
}

export function FieldsSection() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [day, setDay] = useState('1990-05-17');
  const [email, setEmail] = useState('trader@emporion.test');
  return (
    <KitSection name="fields">
      <KitGrid>
        <TextField label={t('kit.field.name')} hint={t('kit.field.nameHint')} defaultValue={sampleName} />
        <PasswordField label={t('kit.field.password')} defaultValue={samplePassword} />
        <EmailInput
          label={t('kit.field.email')}
          hint={t('kit.field.emailHint')}
          value={email}
          onValueChange={setEmail}
        />
        <NumericFields />
        <DateField label={t('kit.field.date')} value={day} onValueChange={setDay} />
        <TextField label={t('kit.field.locked')} defaultValue={sampleName} disabled />
        <PasswordField label={t('kit.field.password')} defaultValue={samplePassword} disabled />
        <TextField
          label={t('kit.field.name')}
          placeholder={t('kit.field.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === '' ? t('kit.field.nameError') : undefined}
        />
      </KitGrid>
      <Textarea label={t('kit.field.message')} placeholder={t('kit.field.messagePlaceholder')} />
    </KitSection>
  );
}
