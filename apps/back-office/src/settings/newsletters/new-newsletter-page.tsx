import { newsletterEndpoints } from '@emporion/contracts/rest';
import { type Language, languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Tabs } from '@emporion/web/ui/tabs/tabs.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { PageHead } from '#kit/page-head.tsx';
import { useWritten, type Written, WrittenField } from '#kit/written.tsx';

type Field = `${'title' | 'text'}.${Language}`;

const empty = Object.fromEntries(
  languages.flatMap((language) => [
    [`title.${language}`, ''],
    [`text.${language}`, ''],
  ]),
) as Record<Field, string>;

function textsOf(values: Readonly<Record<Field, string>>, part: 'title' | 'text') {
  const written = languages
    .map((language) => [language, values[`${part}.${language}`].trim()] as const)
    .filter(([, text]) => text !== '');
  return { ...Object.fromEntries(written), en: values[`${part}.en`].trim() };
}

function TextFields({ written, language }: { written: Written<Field>; language: Language }) {
  const hint = language === 'en' ? undefined : 'Left empty, English is sent.';
  return (
    <div className="flex flex-col gap-4 pt-4">
      <WrittenField written={written} name={`title.${language}`} label="Subject" hint={hint} />
      <WrittenField written={written} name={`text.${language}`} label="Text" kind="lines" hint={hint} />
    </div>
  );
}

/** Writes a newsletter for another person to read and send. */
export function NewNewsletterPage() {
  const navigate = useNavigate();
  const written = useWritten<Field>(empty);
  const [language, setLanguage] = useState<Language>('en');
  const save = (): void =>
    askAction({
      title: 'Save the newsletter',
      text: 'Another person reads it and sends it.',
      fields: [reasonField],
      confirm: 'Save it',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(newsletterEndpoints.add, {
              body: {
                ...{ title: textsOf(written.values, 'title'), text: textsOf(written.values, 'text') },
                ...{ reason, confirmation },
              },
            }),
          done: 'The newsletter waits for another person.',
          onDone: () => void navigate('/settings/newsletters'),
        }),
    });
  return (
    <>
      <PageHead
        title="New newsletter"
        text="English is needed; it stands in for a language that has no text."
      />
      <Card title="What it says">
        <Tabs<Language>
          label="Language"
          value={language}
          onValueChange={setLanguage}
          tabs={languages.map((value) => ({
            value,
            label: languageNames[value],
            content: <TextFields key={value} written={written} language={value} />,
          }))}
        />
      </Card>
      <div>
        <Button disabled={!written.has('title.en', 'text.en')} onClick={save}>
          Save
        </Button>
      </div>
    </>
  );
}
