import { Button } from '#ui/button/button.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { RegistrationValues } from '../model/check-registration.ts';
import { useCountries } from './use-countries.ts';

/** The list comes from the server in the language of the interface; where it does not come, it can be asked for again. */
export function CountryField({ form }: { form: Pick<Form<RegistrationValues>, 'choice'> }) {
  const { t } = useTranslation();
  const { options, pending, failed, retry } = useCountries();
  const placeholder = pending ? t('common.loading') : t('auth.register.chooseCountry');
  const again = (
    <span className="flex flex-wrap items-center gap-x-2">
      {t('auth.register.countriesFailed')}
      <Button size="small" variant="flat" onClick={retry}>
        {t('common.retry')}
      </Button>
    </span>
  );
  const { onBlur: _, ...choice } = form.choice('country');
  return (
    <SelectList
      label={t('auth.fields.country')}
      options={options}
      placeholder={placeholder}
      {...choice}
      {...(failed ? { hint: again } : {})}
    />
  );
}
