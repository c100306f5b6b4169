import { type Block, parseMarkdown, wordsOf } from '@emporion/contracts/markdown';
import type { Article } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError } from '#api/failure.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Markdown } from '#ui/markdown/markdown.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ContactCard } from './contact-card.tsx';
import { Feedback } from './feedback.tsx';
import { articleQuery } from './help-queries.ts';

/** A text with fewer headings is seen at a glance. */
const contentsMin = 3;

type Heading = Extract<Block, { kind: 'heading' }>;

function Contents({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('help.contents')} className="text-base">
      <p className="pb-1 font-semibold text-muted">{t('help.contents')}</p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex min-h-11 items-center text-accent hover:underline lg:min-h-8">
              {wordsOf(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Related({ related }: Pick<Article, 'related'>) {
  const { t } = useTranslation();
  if (related.length === 0) return null;
  return (
    <Card title={t('help.related')}>
      <ul>
        {related.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={`/support/articles/${slug}`}
              className="flex min-h-11 items-center text-accent hover:underline md:min-h-9"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The name of the article stands in the title of the window while it is read. */
function useWindowTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** A link to a part of the article leads there once it is drawn. */
function useScrollToPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
}

function Read({ article }: { article: Article }) {
  const { t, i18n } = useTranslation();
  const blocks = parseMarkdown(article.body);
  const headings = blocks.filter((block) => block.kind === 'heading' && block.level === 2) as Heading[];
  const updated = dateFormat(i18n.language, dateStyles.day).format(new Date(article.updated));
  const hasContents = headings.length >= contentsMin;
  useWindowTitle(article.title);
  useScrollToPart();
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] lg:gap-10">
      <article lang={article.language} className="flex min-w-0 flex-col gap-5">
        <header className="flex flex-col gap-2">
          <p className="text-base text-muted">{t(`help.categories.${article.category}`)}</p>
          <h1 className="text-2xl font-bold text-balance">{article.title}</h1>
          <p className="text-lg text-pretty text-muted">{article.summary}</p>
        </header>
        {hasContents && (
          <div className="rounded-md bg-surface px-4 py-3 lg:hidden">
            <Contents headings={headings} />
          </div>
        )}
        <div className="text-md">
          <Markdown blocks={blocks} />
        </div>
        <p className="text-base text-muted">{t('help.updated', { date: updated })}</p>
        <Feedback key={article.slug} slug={article.slug} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Related related={article.related} />
          <ContactCard />
        </div>
      </article>
      {hasContents && (
        <div className="hidden lg:block">
          <div className="sticky top-20">
            <Contents headings={headings} />
          </div>
        </div>
      )}
    </div>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404;
}

/** One article of the help. */
export function ArticlePage() {
  const { slug = '' } = useParams();
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(articleQuery(slug, i18n.language));
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 pt-4 pb-10 md:pt-6">
      <Link to="/support" className="flex min-h-11 items-center gap-1 self-start text-accent hover:underline">
        <Icon name="chevron-left" size={16} />
        {t('help.back')}
      </Link>
      {data !== undefined ? (
        <Read article={data} />
      ) : error === null ? (
        <div className="flex max-w-2xl flex-col gap-3">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <Card>
          {isMissing(error) ? (
            <>
              <h1 className="pt-4 text-center text-lg font-semibold">{t('help.missing.title')}</h1>
              <EmptyState
                icon="search"
                text={t('help.missing.text')}
                action={<LinkButton to="/support">{t('help.back')}</LinkButton>}
              />
            </>
          ) : (
            <ErrorState
              title={t('help.unreadArticle')}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </Card>
      )}
    </div>
  );
}
