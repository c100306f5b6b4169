import { type ArticleSummary, type HelpCategory, helpCategories } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { StatusLine } from '../status/status-line.tsx';
import { ContactCard } from './contact-card.tsx';
import { articlesQuery } from './help-queries.ts';
import { SearchBox } from './search-box.tsx';

const icons: Readonly<Record<HelpCategory, IconName>> = {
  account: 'user',
  security: 'shield-check',
  deposits: 'arrow-down-to-line',
  withdrawals: 'arrow-up-from-line',
  trading: 'chart-candlestick',
  swap: 'repeat',
  transparency: 'scale',
};

function Category({ category, articles }: { category: HelpCategory; articles: readonly ArticleSummary[] }) {
  const { t, i18n } = useTranslation();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon name={icons[category]} size={18} className="flex-none text-accent" />
          {t(`help.categories.${category}`)}
        </span>
      }
    >
      <ul className="-mx-2 flex flex-col">
        {articles.map(({ slug, title, language }) => (
          <li key={slug}>
            <Link
              to={`/support/articles/${slug}`}
              className="flex min-h-11 items-center gap-2 rounded-md px-2 hover:bg-raised md:min-h-9"
            >
              <span className="flex-1 text-pretty" lang={language}>
                {title}
              </span>
              {language !== i18n.language && (
                <span className="text-xs text-muted">{t('help.inEnglish')}</span>
              )}
              <Icon name="chevron-right" size={16} className="flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Topics() {
  const { t, i18n } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(articlesQuery(i18n.language));
  if (data === undefined && isError)
    return (
      <Card>
        <ErrorState title={t('help.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  const shown = helpCategories.filter(
    (category) => data === undefined || data.some((article) => article.category === category),
  );
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {shown.map((category) =>
        data === undefined ? (
          <Skeleton key={category} className="h-40 w-full rounded-md" />
        ) : (
          <Category
            key={category}
            category={category}
            articles={data.filter((article) => article.category === category)}
          />
        ),
      )}
      <ContactCard />
    </div>
  );
}

/** The first page of support: search before everything, then the topics, and the way to a person. */
export function HelpPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-8 pb-10 md:gap-8 md:pt-12">
      <div className="mx-auto flex w-full max-w-2xl flex-col items-center gap-4">
        <h1 className="text-center text-2xl font-bold text-balance">{t('help.title')}</h1>
        <SearchBox />
        <StatusLine />
      </div>
      <Topics />
    </div>
  );
}
