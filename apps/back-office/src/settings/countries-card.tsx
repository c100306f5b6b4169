import { exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { countryName } from '#kit/region-names.ts';
import type { Settings } from './settings-query.ts';

interface Change {
  readonly reason: string;
  readonly excluded: readonly string[];
  readonly done: string;
}

const change = ({ reason, excluded, done }: Change) =>
  makeChange({
    send: (confirmation) =>
      call(exchangeSettingsEndpoints.exclude, { body: { excluded: [...excluded], reason, confirmation } }),
    done,
  });

function askToExclude(excluded: readonly string[]): void {
  askAction({
    title: 'Exclude a country',
    text: 'Nobody from there can register. Accounts that exist stay as they are.',
    fields: [{ name: 'country', label: 'Country', kind: 'country' }, reasonField],
    confirm: 'Exclude',
    run: ({ country = '', reason = '' }) =>
      change({
        reason,
        excluded: [...new Set([...excluded, country])],
        done: `${countryName(country)} was excluded.`,
      }),
  });
}

function askToAllow(excluded: readonly string[], country: string): void {
  askAction({
    title: `Allow ${countryName(country)} again`,
    text: 'People from there can register again.',
    fields: [reasonField],
    confirm: 'Allow again',
    run: ({ reason = '' }) =>
      change({
        reason,
        excluded: excluded.filter((code) => code !== country),
        done: `${countryName(country)} is allowed again.`,
      }),
  });
}

export function CountriesCard({ settings }: { settings: Settings }) {
  const may = useMay()('settings.change');
  const { excluded_countries: excluded, fixed_countries: fixed } = settings;
  const byName = [...excluded].sort((one, other) => countryName(one).localeCompare(countryName(other), 'en'));
  return (
    <Card
      title="Countries"
      actions={
        may && (
          <Button size="small" variant="flat" onClick={() => askToExclude(excluded)}>
            Exclude a country
          </Button>
        )
      }
    >
      <p className="max-w-prose text-pretty text-muted">
        {excluded.length + fixed.length === 0
          ? 'People of every country can register.'
          : 'Nobody from these countries can register.'}
        {fixed.length > 0 && ` Excluded by the server’s configuration: ${fixed.map(countryName).join(', ')}.`}
      </p>
      {byName.length > 0 && (
        <ul className="mt-2 max-w-prose divide-y divide-border" aria-label="Excluded countries">
          {byName.map((code) => (
            <li key={code} className="flex min-h-11 items-center justify-between gap-3">
              <span>
                {countryName(code)} <span className="text-muted">{code}</span>
              </span>
              {may && (
                <Button
                  size="small"
                  variant="flat"
                  aria-label={`Allow ${countryName(code)} again`}
                  onClick={() => askToAllow(excluded, code)}
                >
                  Allow again
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
