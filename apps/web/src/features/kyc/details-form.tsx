import type { Kyc } from '@emporion/contracts/rest';
import { isLanguage } from '@emporion/i18n';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { DeclaredPerson, kycEndpoints } from '#api/contract/kyc.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { valueOrThrow } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { DateField } from '#ui/field/date-field.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { kycQuery } from './kyc-queries.ts';

const check = checkBy(DeclaredPerson);

function useCountryOptions() {
  const { i18n } = useTranslation();
  const lang = isLanguage(i18n.language) ? i18n.language : 'en';
  const { data } = useQuery({
    queryKey: ['market', 'countries', lang],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(registrationEndpoints.countries, { query: { lang }, signal })).countries,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (data ?? []).map(({ code, name }) => ({ value: code, html: name }));
}

interface DetailsFormProps {
  level: number;
  person: Kyc['person'];
  onDone(): void;
}

/** What somebody says of themselves, before they show it. */
export function DetailsForm({ level, person, onDone }: DetailsFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const countries = useCountryOptions();
  const form = useForm({
    initial: person,
    check,
    submit: async (values) => {
      const answer = await call(kycEndpoints.apply, { body: { level, person: values } });
      if (!answer.ok) {
        const { message, fields = {} } = refusalOf(answer.failure, t);
        const own = Object.entries(fields).map(([name, said]) => [name.replace(/^person\./, ''), said]);
        // What stands at its field is not said again above the form.
        const isSaid = own.some(([, said]) => said === message);
        return { fields: Object.fromEntries(own), ...(!isSaid && { message }) };
      }
      client.setQueryData<Kyc>(kycQuery.queryKey, answer.value);
      onDone();
      return undefined;
    },
  });
  const { onBlur: _, ...country } = form.choice('country');
  return (
    <Form form={form} className="flex flex-col gap-4">
      <p className="text-pretty text-muted">{t('kyc.form.hint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('kyc.form.first_name')} autoComplete="given-name" {...form.text('first_name')} />
        <TextField label={t('kyc.form.last_name')} autoComplete="family-name" {...form.text('last_name')} />
        <DateField label={t('kyc.form.birthday')} autoComplete="bday" {...form.choice('birthday')} />
        <SelectList label={t('kyc.form.country')} options={countries} placeholder="" {...country} />
        <TextField
          className="sm:col-span-2"
          label={t('kyc.form.address')}
          autoComplete="street-address"
          {...form.text('address')}
        />
        <TextField label={t('kyc.form.city')} autoComplete="address-level2" {...form.text('city')} />
        <TextField
          label={t('kyc.form.postal_code')}
          autoComplete="postal-code"
          {...form.text('postal_code')}
        />
      </div>
      <Button type="submit" loading={form.pending} className="self-start">
        {t('kyc.form.continue')}
      </Button>
    </Form>
  );
}
