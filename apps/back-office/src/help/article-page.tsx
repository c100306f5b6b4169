import { parseMarkdown } from '@emporion/contracts/markdown';
import {
  type HelpCategory,
  helpCategories,
  type StaffArticle,
  staffHelpEndpoints,
} from '@emporion/contracts/rest';
import { type Language, languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import { Markdown } from '@emporion/web/ui/markdown/markdown.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { type InLanguages, LanguageTabs } from '#kit/in-languages.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { fieldsGrid, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { helpedText } from './articles-page.tsx';

const textParts = ['title', 'summary', 'body'] as const;
type TextField = InLanguages<(typeof textParts)[number]>;
type Field = 'slug' | 'category' | 'related' | TextField;

function initialOf(of: StaffArticle | undefined): Record<Field, string> {
  const texts = languages.flatMap((language) =>
    textParts.map((part) => [`${part}.${language}`, of?.texts[language]?.[part] ?? ''] as const),
  );
  return {
    ...{ slug: of?.slug ?? '', category: of?.category ?? 'account', related: of?.related.join(', ') ?? '' },
    ...(Object.fromEntries(texts) as Record<TextField, string>),
  };
}

/** A language counts as written once anything of it is; what is missing then is refused by its field. */
function bodyOf(values: Readonly<Record<Field, string>>) {
  const textOf = (language: Language) => ({
    title: values[`title.${language}`].trim(),
    summary: values[`summary.${language}`].trim(),
    body: values[`body.${language}`].trim(),
  });
  const written = languages
    .map((language) => [language, textOf(language)] as const)
    .filter(([language, text]) => language === 'en' || Object.values(text).some((part) => part !== ''));
  return {
    category: values.category as HelpCategory,
    related: values.related.toLowerCase().match(/[a-z0-9-]+/g) ?? [],
    texts: { ...Object.fromEntries(written), en: textOf('en') },
  };
}

function TextFields({ written, language }: { written: Written<Field>; language: Language }) {
  const body = written.values[`body.${language}`];
  const hint = language === 'en' ? undefined : 'Left empty, all three of them, English is shown.';
  return (
    <div className="grid gap-6 pt-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <WrittenField written={written} name={`title.${language}`} label="Title" hint={hint} />
        <WrittenField written={written} name={`summary.${language}`} label="In one sentence" />
        <Textarea
          label="Text"
          hint="Markdown: ## heading, - list, 1. steps, **strong**, `code`, [words](/path), > note."
          rows={20}
          value={body}
          error={written.refusal?.fields?.[`body.${language}`]}
          onChange={(event) => written.write(`body.${language}`, event.currentTarget.value)}
        />
      </div>
      <section aria-label="Preview" className="min-w-0 rounded-md bg-bg p-4 text-md" lang={language}>
        <p className="text-lg font-bold">{written.values[`title.${language}`]}</p>
        <p className="pb-3 text-muted">{written.values[`summary.${language}`]}</p>
        <Markdown blocks={parseMarkdown(body)} base="/account" />
      </section>
    </div>
  );
}

function Editor({ of }: { of?: StaffArticle }) {
  const navigate = useNavigate();
  const written = useWritten<Field>(initialOf(of));
  const isReady = written.has('slug', 'title.en', 'summary.en', 'body.en');
  const save = (published: boolean): void =>
    askAction({
      title: published ? (of?.published ? 'Change the article' : 'Publish the article') : 'Save as a draft',
      text: published
        ? 'Everybody can read it at once.'
        : 'Nobody but staff sees it, nor finds it by search.',
      fields: [reasonField],
      confirm: published ? 'Publish' : 'Save',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) => {
            const body = { ...bodyOf(written.values), published, reason, confirmation };
            return of === undefined
              ? call(staffHelpEndpoints.add, { body: { ...body, slug: written.values.slug.trim() } })
              : call(staffHelpEndpoints.change, {
                  params: { slug: of.slug },
                  body: { ...body, version: of.version },
                });
          },
          done: published ? 'The article is published.' : 'The draft was saved.',
          onDone: () => void navigate('/help/articles'),
        }),
    });
  return (
    <>
      <Card title="What it says">
        <LanguageTabs isWritten={(each) => written.has(`title.${each}`, `body.${each}`)}>
          {(language) => <TextFields written={written} language={language} />}
        </LanguageTabs>
      </Card>
      <Card title="Address and place">
        <div className={fieldsGrid}>
          {of === undefined && (
            <WrittenField
              written={written}
              name="slug"
              label="Address"
              hint="Small letters, figures and hyphens, such as withdraw-coins. It stays."
            />
          )}
          <WrittenField
            written={written}
            name="category"
            label="Topic"
            options={helpCategories.map((category) => [category, inWords(category)] as const)}
          />
          <WrittenField
            written={written}
            name="related"
            label="Related articles"
            hint="Their addresses, six at most, separated by commas."
          />
        </div>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isReady} onClick={() => save(true)}>
          {of?.published ? 'Change' : 'Publish'}
        </Button>
        <Button color="black" disabled={!isReady} onClick={() => save(false)}>
          {of?.published ? 'Hide' : 'Save as a draft'}
        </Button>
      </div>
    </>
  );
}

/** For who may only read. */
function Shown({ of }: { of: StaffArticle }) {
  return languages.map((language) => {
    const text = of.texts[language];
    return (
      text && (
        <Card key={language} title={`${languageNames[language]}: ${text.title}`}>
          <p className="pb-3 text-muted">{text.summary}</p>
          <Markdown blocks={parseMarkdown(text.body)} base="/account" />
        </Card>
      )
    );
  });
}

export function NewArticlePage() {
  return (
    <>
      <PageHead
        title="New help article"
        text="English is required. It is shown in languages without a text of their own."
      />
      <Editor />
    </>
  );
}

export function ArticlePage() {
  const { slug = '' } = useParams();
  const may = useMay();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['help-article', slug],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(staffHelpEndpoints.read, { params: { slug }, signal })),
  });
  if (isPending) return <Loading />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {data.texts.en.title}
            <Badge tone={data.published ? 'good' : 'plain'}>{data.published ? 'Published' : 'Draft'}</Badge>
          </span>
        }
        text={`Helped: ${helpedText(data)}. ${data.edited ? 'Ours: no update of the software touches it.' : 'Of the software: a change makes it ours.'}`}
      />
      {may('help.write') ? <Editor key={data.version} of={data} /> : <Shown of={data} />}
    </>
  );
}
