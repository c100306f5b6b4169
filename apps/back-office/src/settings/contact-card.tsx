import { exchangeSettingsEndpoints, fiatCurrencies } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionValues, reasonField } from '#kit/action/field.ts';
import { Facts } from '#kit/facts.tsx';
import type { Settings } from './settings-query.ts';

type Branding = Settings['branding'];
type Contact = ReturnType<typeof contactOf>;

/** What this card changes, as it stands. The brand has the rest, and both are one call. */
export function contactOf(branding: Branding) {
  const { mail_from, support_email, home_currency, company_name, company_address, governing_law } = branding;
  return { mail_from, support_email, home_currency, company_name, company_address, governing_law };
}

function bodyOf(values: ActionValues): Contact {
  const given = (name: keyof Contact) => values[name]?.trim() || null;
  return {
    mail_from: given('mail_from'),
    support_email: given('support_email'),
    home_currency: fiatCurrencies.find((code) => code === values.home_currency) ?? 'USD',
    company_name: given('company_name'),
    company_address: given('company_address'),
    governing_law: given('governing_law'),
  };
}

const texts = [
  [
    'mail_from',
    'Mail sender',
    'An address, or a name and an address: My exchange <no-reply@exchange.example>. Your mail server must be allowed to send for it.',
  ],
  [
    'support_email',
    'Support address',
    'On the support page, in the terms and below every mail. Answers to mails go there.',
  ],
  ['company_name', 'Company', 'Who runs the exchange, as the terms and the privacy policy name it.'],
  ['company_address', 'Registered address', 'In one line.'],
  [
    'governing_law',
    'Governing law',
    'The country or state, as it stands in the terms after “Governing law:”.',
  ],
] as const;

const modelNote =
  'Once support address, company, registered address and governing law are all set, the terms and the privacy policy no longer call themselves a model: have a lawyer read both first.';

function askContact(branding: Branding): void {
  const { name, slogan, copyright_since, accent, social_links, languages } = branding;
  askAction({
    title: 'Change contact and company',
    text: `Takes effect at once. Empty fields use the server’s environment settings. ${modelNote}`,
    fields: [
      ...texts.map(([field, label, hint]) => ({
        ...{ name: field, label, hint, kind: 'text' as const, isOptional: true },
        initial: branding[field] ?? '',
      })),
      {
        ...{ name: 'home_currency', label: 'Home currency', kind: 'choice' },
        options: fiatCurrencies.map((code) => [code, code] as const),
        initial: branding.home_currency,
        hint: 'The currency values are shown in for users who haven’t chosen one.',
      },
      reasonField,
    ],
    confirm: 'Change',
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.brand, {
            body: {
              ...{ name, slogan, copyright_since, accent, social_links, languages, ...bodyOf(values) },
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: 'Contact and company were changed.',
      }),
  });
}

/** Who runs the exchange, how they are reached, and what they count in. */
export function ContactCard({ branding }: { branding: Branding }) {
  const may = useMay();
  return (
    <Card
      title="Contact and company"
      actions={
        may('settings.change') && (
          <Button size="small" onClick={() => askContact(branding)}>
            Change contact and company
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ...texts.map(([field, label]) => [label, branding[field] ?? 'Not set'] as const),
          ['Home currency', branding.home_currency],
        ]}
      />
    </Card>
  );
}
