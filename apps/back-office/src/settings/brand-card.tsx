import { accentContrast, accentContrastMin, exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import type { FieldProblem } from '@emporion/web/ui/form/field-problem.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionValues, reasonField } from '#kit/action/field.ts';
import { Facts } from '#kit/facts.tsx';
import { PictureButton, pictureUrl } from '#kit/picture-button.tsx';
import { contactOf } from './contact-card.tsx';
import type { Settings } from './settings-query.ts';

type Branding = Settings['branding'];

const colour = /^#[0-9a-f]{6}$/i;
const wrong: FieldProblem = { code: 'value_invalid' };
const linkLine = /^(.{1,30}?)\s+(https:\/\/\S+)$/;

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Theme = 'light' | 'dark';

function checkColour(theme: Theme) {
  return (value: string): FieldProblem | undefined => {
    if (!colour.test(value)) return wrong;
    return accentContrast(theme, value) < accentContrastMin ? { code: 'contrast_too_low' } : undefined;
  };
}

const grounds = { light: '#ffffff', dark: '#171c21' } as const;

/** How a link and a button look in the colour, and whether they can be read. */
function AccentPreview({ theme, value }: { theme: Theme; value: string }) {
  if (!colour.test(value)) return null;
  const ratio = accentContrast(theme, value);
  const isRead = ratio >= accentContrastMin;
  return (
    <div className="flex flex-col gap-1">
      <div
        className="flex flex-wrap items-center gap-3 rounded-md px-3 py-2"
        style={{ background: grounds[theme] }}
      >
        <span className="underline" style={{ color: value }}>
          A link
        </span>
        {theme === 'light' && (
          <span className="rounded-md px-3 py-1 font-semibold" style={{ background: value, color: '#fff' }}>
            A button
          </span>
        )}
      </div>
      <p role="status" className={`text-xs ${isRead ? 'text-muted' : 'text-sell'}`}>
        {isRead
          ? `It is read well: its contrast with the page is ${ratio.toFixed(1)} to 1.`
          : `It is too ${theme === 'light' ? 'light' : 'dark'} to be read: its contrast with the page is ${ratio.toFixed(1)} to 1, and 4.5 to 1 is needed.`}
      </p>
    </div>
  );
}

function bodyOf(values: ActionValues) {
  const { name = '', accent_light: light = '', accent_dark: dark = '', social = '' } = values;
  return {
    name,
    accent: light === '' ? null : { light: light.toLowerCase(), dark: dark.toLowerCase() },
    social_links: linesOf(social).flatMap((line) => {
      const [, title, href] = linkLine.exec(line) ?? [];
      return title === undefined || href === undefined ? [] : [{ title, href }];
    }),
    languages: languages.filter((language) => values[`language_${language}`] === 'true'),
  };
}

/** What nobody wrote stays unset, and a slogan that somebody took away is none. */
function footOf({ slogan = '', copyright_since: since = '' }: ActionValues, before: Branding) {
  return {
    slogan: slogan === '' && before.slogan === null ? null : slogan,
    copyright_since: since === '' ? null : Number(since),
  };
}

function askBranding(branding: Branding): void {
  const { name, slogan, copyright_since, accent, social_links, languages: offered } = branding;
  askAction({
    title: 'Change the brand',
    text: 'Takes effect at once, on every page and in every new email.',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', initial: name, hint: 'At most 30 characters.' },
      {
        ...{ name: 'slogan', label: 'Slogan', kind: 'text', isOptional: true, initial: slogan ?? '' },
        hint: 'Below every page, after the name; at most 80 characters, the same in every language. It may be empty.',
      },
      {
        ...{ name: 'copyright_since', label: 'First year of the copyright', kind: 'text', isOptional: true },
        ...{ initial: String(copyright_since ?? ''), hint: 'Empty: the present year.' },
        check: (value) => (/^[1-9]\d{3}$/.test(value) ? undefined : wrong),
      },
      {
        ...{ name: 'accent_light', label: 'Accent, light theme', kind: 'colour', isOptional: true },
        ...{
          initial: accent?.light ?? '',
          hint: 'For links, and for buttons in both themes. Leave both empty to use the default.',
        },
        check: checkColour('light'),
        preview: (value) => <AccentPreview theme="light" value={value} />,
      },
      {
        ...{ name: 'accent_dark', label: 'Accent, dark theme', kind: 'colour', isOptional: true },
        ...{ initial: accent?.dark ?? '', hint: 'A lighter shade of it is read well on dark.' },
        check: checkColour('dark'),
        preview: (value) => <AccentPreview theme="dark" value={value} />,
      },
      {
        ...{ name: 'social', label: 'Social links', kind: 'lines', isOptional: true },
        hint: 'One a line: a title, a space, an https address.',
        initial: social_links.map(({ title, href }) => `${title} ${href}`).join('\n'),
        check: (value) => (linesOf(value).every((line) => linkLine.test(line)) ? undefined : wrong),
      },
      ...languages.map((language) => ({
        name: `language_${language}`,
        label: `Offer ${languageNames[language]}`,
        kind: 'switch' as const,
        initial: String(offered.includes(language)),
      })),
      reasonField,
    ],
    confirm: 'Change',
    run: async (values) => {
      // One colour alone would leave the other theme with none.
      const missing = (['accent_light', 'accent_dark'] as const).filter((name) => !values[name]);
      if (missing.length === 1)
        return { fields: { [missing[0] ?? '']: 'Choose this one too, or leave both empty.' } };
      return makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.brand, {
            body: {
              ...{ ...contactOf(branding), ...bodyOf(values), ...footOf(values, branding) },
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: 'The brand was changed.',
      });
    },
  });
}

function askLogo(picture: string | null): void {
  askAction({
    title: picture === null ? 'Go back to the logo of the product' : 'Change the logo',
    text:
      picture === null ? undefined : (
        <img src={pictureUrl(picture)} alt="The new logo" className="h-10 max-w-full" />
      ),
    fields: [reasonField],
    confirm: 'Change',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.logo, { body: { picture, reason, confirmation } }),
        done: 'The logo was changed.',
      }),
  });
}

function LogoButtons({ logo }: Pick<Branding, 'logo'>) {
  return (
    <>
      <PictureButton
        label="Change the logo"
        of="Picture of the logo"
        accepts={['png', 'svg']}
        onPicture={askLogo}
      />
      {logo !== null && (
        <Button size="small" variant="flat" onClick={() => askLogo(null)}>
          Remove the logo
        </Button>
      )}
    </>
  );
}

function Swatch({ colour: shown }: { colour: string }) {
  return (
    <span className="num inline-flex items-center gap-1.5">
      <svg width="12" height="12" aria-hidden="true" className="rounded-sm">
        <rect width="12" height="12" fill={shown} />
      </svg>
      {shown}
    </span>
  );
}

/** Name, logo, colours, links and languages, as everybody sees them. */
export function BrandCard({ branding }: { branding: Branding }) {
  const may = useMay();
  const { name, slogan, copyright_since, logo, accent, social_links, languages: offered } = branding;
  return (
    <Card
      title="Brand"
      actions={
        may('settings.change') && (
          <span className="flex flex-wrap gap-2">
            <LogoButtons logo={logo} />
            <Button size="small" onClick={() => askBranding(branding)}>
              Change the brand
            </Button>
          </span>
        )
      }
    >
      <Facts
        facts={[
          ['Name', name],
          ['Slogan', slogan === null ? 'Not set' : slogan || 'None'],
          ['First year of the copyright', copyright_since ?? 'Not set'],
          ['Logo', logo === null ? 'Default' : <img key="logo" src={logo} alt="" className="h-6" />],
          ['Accent, light', accent === null ? 'Default' : <Swatch key="light" colour={accent.light} />],
          ['Accent, dark', accent === null ? 'Default' : <Swatch key="dark" colour={accent.dark} />],
          ['Languages', offered.map((language) => languageNames[language]).join(', ')],
          [
            'Social links',
            social_links.length === 0 ? 'None' : social_links.map(({ title }) => title).join(', '),
          ],
        ]}
      />
    </Card>
  );
}
