import { isLanguage } from '@emporion/i18n';
import { succeed } from '@emporion/kernel';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { countriesOrNone } from '#api/countries.ts';
import { logWarning } from '#live/log.ts';
import type { SelectOption } from '#ui/field/select-options.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface Countries {
  readonly options: readonly SelectOption[];
  readonly pending: boolean;
  readonly failed: boolean;
  retry(): void;
}

async function fetchCountries(language: string, signal: AbortSignal): Promise<readonly SelectOption[]> {
  const query = { lang: isLanguage(language) ? language : ('en' as const) };
  const answer = await call(registrationEndpoints.countries, { query, signal });
  const countries = countriesOrNone(
    answer.ok ? succeed(answer.value.countries) : answer,
    // The failure is not an error of the page: it stands at the field, with a way to try again.
    (message) => !signal.aborted && logWarning(message),
  );
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return countries.map(({ code, name }) => ({
    value: code,
    html: name,
    otherNames: [english.of(code) ?? code],
  }));
}

/** The countries that can be chosen, named in the language of the interface. An empty list means that it did not come. */
export function useCountries(): Countries {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [options, setOptions] = useState<readonly SelectOption[] | null>(null);
  const [request, setRequest] = useState({ language });
  // Another language, and another try, are another request.
  if (request.language !== language) setRequest({ language });

  useEffect(() => {
    const aborter = new AbortController();
    setOptions(null);
    void fetchCountries(request.language, aborter.signal).then((found) => {
      if (!aborter.signal.aborted) setOptions(found);
    });
    return () => aborter.abort();
  }, [request]);

  return {
    options: options ?? [],
    pending: options === null,
    failed: options !== null && options.length === 0,
    retry: () => setRequest({ language }),
  };
}
