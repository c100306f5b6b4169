import type { PendingRegistration } from '@emporion/contracts/rest';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { DateField } from '#ui/field/date-field.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { type Form as FormState, useForm } from '#ui/form/use-form.ts';
import { NewPasswordField } from '#ui/password/new-password-field.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { register } from '../api/registration.ts';
import { CheckingBrowser } from '../components/checking-browser.tsx';
import {
  checkRegistration,
  emptyRegistration,
  type RegistrationValues,
} from '../model/check-registration.ts';
import { formRefusal } from '../model/form-refusal.ts';
import { ConsentText } from './consent-text.tsx';
import { CountryField } from './country-field.tsx';

interface RegisterFormProps {
  referralCode: string | undefined;
  onRegistered(answer: z.output<typeof PendingRegistration>): void;
}

type State = FormState<RegistrationValues>;

function PersonFields({ form }: { form: State }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('auth.fields.firstName')}
          autoComplete="given-name"
          {...form.text('first_name')}
        />
        <TextField label={t('auth.fields.lastName')} autoComplete="family-name" {...form.text('last_name')} />
      </div>
      <EmailInput label={t('auth.fields.email')} {...form.choice('email')} autoComplete="email" />
      <TextField
        label={t('auth.fields.phone')}
        hint={t('auth.register.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.text('phone')}
      />
      <CountryField form={form} />
      <DateField
        label={t('auth.fields.birthday')}
        hint={t('auth.register.birthdayHint')}
        autoComplete="bday"
        {...form.choice('birthday')}
      />
    </>
  );
}

function PasswordFields({ form }: { form: State }) {
  const { t } = useTranslation();
  const { first_name, last_name, email } = form.values;
  return (
    <>
      <NewPasswordField
        label={t('auth.fields.password')}
        hint={t('auth.passwordHint')}
        related={[first_name, last_name, email]}
        {...form.text('password')}
      />
      <PasswordField
        label={t('auth.fields.repeatPassword')}
        {...form.text('password_confirm')}
        autoComplete="new-password"
      />
    </>
  );
}

function Consents({ form }: { form: State }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={<ConsentText text={t('auth.register.terms')} page="terms" />}
        {...form.choice('terms')}
      />
      <Checkbox
        label={<ConsentText text={t('auth.register.privacy')} page="privacy" />}
        {...form.choice('privacy')}
      />
      <Checkbox label={t('auth.register.newsletter')} {...form.choice('newsletter')} />
    </div>
  );
}

/** Every field of a registration, checked by the contract before anything is sent. */
export function RegisterForm({ referralCode, onRegistered }: RegisterFormProps) {
  const { t } = useTranslation();
  const [solving, setSolving] = useState(false);
  const form = useForm<RegistrationValues>({
    initial: emptyRegistration,
    check: checkRegistration,
    submit: async (values) => {
      const answer = await register({ values, referralCode, onSolving: setSolving });
      if (!answer.ok) return formRefusal(answer.failure, t);
      onRegistered(answer.value);
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <PersonFields form={form} />
      <PasswordFields form={form} />
      <Consents form={form} />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('auth.register.submit')}
      </Button>
      <CheckingBrowser shown={solving} />
    </Form>
  );
}
