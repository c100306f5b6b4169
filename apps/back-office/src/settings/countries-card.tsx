import { exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import type { Settings } from './settings-query.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const codesOf = (text: string) => text.toUpperCase().match(/[A-Z]{2}/g) ?? [];

function askCountries(excluded: readonly string[]): void {
  askAction({
    title: 'Exclude countries',
    text: 'Nobody from there can register. Accounts that exist stay as they are.',
    fields: [
      {
        ...{ name: 'codes', label: 'Country codes', kind: 'lines', isOptional: true },
        hint: 'Two letters each, such as KP, IR.',
        initial: excluded.join(', '),
        check: (value) =>
          /^[A-Za-z]{2}(?:[\s,;]+[A-Za-z]{2})*[\s,;]*$/.test(value) ? undefined : { code: 'value_invalid' },
      },
      reasonField,
    ],
    confirm: 'Change',
    run: ({ codes = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.exclude, {
            body: { excluded: codesOf(codes), reason, confirmation },
          }),
        done: 'The countries were changed.',
      }),
  });
}

const listed = (codes: readonly string[]) => codes.map((code) => `${names.of(code)} (${code})`).join(', ');

export function CountriesCard({ settings }: { settings: Settings }) {
  const may = useMay();
  const { excluded_countries: excluded, fixed_countries: fixed } = settings;
  return (
    <Card
      title="Countries"
      actions={
        may('settings.change') && (
          <Button size="small" variant="flat" onClick={() => askCountries(excluded)}>
            Change
          </Button>
        )
      }
    >
      <p className="max-w-prose text-pretty text-muted">
        {excluded.length === 0 ? 'People of every country can register.' : `Excluded: ${listed(excluded)}.`}
        {fixed.length > 0 && ` By the server’s configuration: ${listed(fixed)}.`}
      </p>
    </Card>
  );
}
