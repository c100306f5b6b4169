import { setupEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { registrationEndpoints } from '@emporion/web/api/contract/registration.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { DateField } from '@emporion/web/ui/field/date-field.tsx';
import { EmailInput } from '@emporion/web/ui/field/email-input.tsx';
import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import { TextField } from '@emporion/web/ui/field/text-field.tsx';
import { checkBy } from '@emporion/web/ui/form/check-by.ts';
import { Form } from '@emporion/web/ui/form/form.tsx';
import { useForm } from '@emporion/web/ui/form/use-form.ts';
import { NewPasswordField } from '@emporion/web/ui/password/new-password-field.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { FactorField } from './factor-field.tsx';
import type { Method } from './factor-methods.ts';
import type { Begun } from './proof-form.tsx';

const empty = {
  email: '',
  password: '',
  first_name: '',
  last_name: '',
  country: '',
  birthday: '',
  method: 'totp',
};

function useCountries() {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => {
      const answer = await call(registrationEndpoints.countries, { query: { lang: 'en' }, signal });
      return answer.ok ? answer.value.countries : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (data ?? []).map(({ code, name }) => ({ value: code, html: name }));
}

/** Who the administrator is, and by what they will prove it at each login. */
export function AdministratorForm({ token, onBegun }: { token: string; onBegun(begun: Begun): void }) {
  const { t } = useTranslation();
  const countries = useCountries();
  const form = useForm({
    initial: empty,
    check: (values) => checkBy(setupEndpoints.begin.body)({ token, ...values }),
    submit: async (values) => {
      const answer = await call(setupEndpoints.begin, {
        body: { token, ...values, method: values.method as Method },
      });
      if (!answer.ok) return refusalOf(answer.failure, t);
      onBegun(answer.value);
      return undefined;
    },
  });
  const { error: countryError, ...country } = form.choice('country');
  const { email, first_name, last_name } = form.values;
  return (
    <Form form={form}>
      <p className="text-pretty text-muted">
        This account runs the exchange: it neither trades nor withdraws. The link works once.
      </p>
      <EmailInput label="Email" {...form.choice('email')} />
      <NewPasswordField
        label="Password"
        related={[email, first_name, last_name]}
        {...form.text('password')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...form.text('first_name')} />
        <TextField label="Last name" autoComplete="family-name" {...form.text('last_name')} />
      </div>
      <SelectList label="Country" options={countries} error={countryError} {...country} />
      <DateField label="Date of birth" autoComplete="bday" {...form.choice('birthday')} />
      <FactorField {...form.choice('method')} />
      <Button type="submit" wide loading={form.pending}>
        Continue
      </Button>
    </Form>
  );
}
