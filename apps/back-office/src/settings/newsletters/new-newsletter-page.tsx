import { newsletterEndpoints } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useNavigate } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { fieldsOf, type InLanguages, LanguageTabs, textsOf } from '#kit/in-languages.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { NewsletterPreview } from './newsletter-preview.tsx';

type Field = InLanguages<'title' | 'text'>;

function TextFields({ written, language }: { written: Written<Field>; language: Language }) {
  const hint = language === 'en' ? undefined : 'Left empty, English is sent.';
  return (
    <div className="grid gap-6 pt-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <WrittenField written={written} name={`title.${language}`} label="Subject" hint={hint} />
        <WrittenField
          written={written}
          name={`text.${language}`}
          label="Text"
          kind="lines"
          hint={hint ?? 'Markdown: ## heading, - list, 1. steps, **strong**, [words](/path), > note.'}
        />
      </div>
      <section aria-label="Preview" className="min-w-0 rounded-md bg-bg p-4 text-md" lang={language}>
        <NewsletterPreview
          title={written.values[`title.${language}`]}
          text={written.values[`text.${language}`]}
        />
      </section>
    </div>
  );
}

/** Writes a newsletter for another person to read and send. */
export function NewNewsletterPage() {
  const navigate = useNavigate();
  const written = useWritten<Field>(fieldsOf({ title: undefined, text: undefined }));
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
          done: 'Saved. Another person sends it.',
          onDone: () => void navigate('/settings/newsletters'),
        }),
    });
  return (
    <>
      <PageHead
        title="New newsletter"
        text="English is required. It is shown in languages without a text of their own."
      />
      <Card title="What it says">
        <LanguageTabs isWritten={(each) => written.has(`title.${each}`) || written.has(`text.${each}`)}>
          {(language) => <TextFields written={written} language={language} />}
        </LanguageTabs>
      </Card>
      <div>
        <Button disabled={!written.has('title.en', 'text.en')} onClick={save}>
          Save
        </Button>
      </div>
    </>
  );
}
