import { type Language, languages } from '@emporion/i18n';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Tabs } from '@emporion/web/ui/tabs/tabs.tsx';
import { type ReactNode, useState } from 'react';

/** A field for each language, such as `title.en`. */
export type InLanguages<Part extends string> = `${Part}.${Language}`;

type Texts = { readonly [Each in Language]?: string | undefined };

/** What the fields of these parts begin with. */
export function fieldsOf<Part extends string>(
  parts: Readonly<Record<Part, Texts | undefined>>,
): Record<InLanguages<Part>, string> {
  const names = Object.keys(parts) as Part[];
  const fields = names.flatMap((part) =>
    languages.map((language) => [`${part}.${language}`, parts[part]?.[language] ?? '']),
  );
  return Object.fromEntries(fields) as Record<InLanguages<Part>, string>;
}

/** What was written in each language; English is always there, for it stands in for those that have nothing. */
export function textsOf<Part extends string>(
  values: Readonly<Record<InLanguages<Part>, string>>,
  part: Part,
): { en: string } & Partial<Record<Language, string>> {
  const written = languages
    .map((language) => [language, values[`${part}.${language}`].trim()] as const)
    .filter(([, text]) => text !== '');
  return { ...Object.fromEntries(written), en: values[`${part}.en`].trim() };
}

/** A tab for each language. Those that have something are marked. */
export function LanguageTabs({
  isWritten,
  children,
}: {
  isWritten: (language: Language) => boolean;
  children: (language: Language) => ReactNode;
}) {
  const [language, setLanguage] = useState<Language>('en');
  return (
    <Tabs<Language>
      label="Language"
      value={language}
      onValueChange={setLanguage}
      tabs={languages.map((value) => ({
        value,
        label: `${languageNames[value]}${isWritten(value) ? ' ✓' : ''}`,
        content: <div key={value}>{children(value)}</div>,
      }))}
    />
  );
}
