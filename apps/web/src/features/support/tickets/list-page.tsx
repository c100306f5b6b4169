import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ticketsQuery, useLiveTickets } from './queries.ts';
import { momentOf, stateTone } from './words.ts';

const writePath = '/support/tickets/new';

function List() {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery(ticketsQuery);
  if (data === undefined && error !== null)
    return <ErrorState title={t('tickets.unread')} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined)
    return (
      <div className="flex flex-col gap-2 p-4" aria-busy="true">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    );
  const tickets = data.pages.flatMap(({ results }) => results);
  if (tickets.length === 0)
    return (
      <EmptyState
        text={t('tickets.empty')}
        icon="life-buoy"
        action={<LinkButton to={writePath}>{t('tickets.write')}</LinkButton>}
      />
    );
  return (
    <>
      <ul className="flex flex-col gap-px">
        {tickets.map(({ id, number, subject, category, state, changed }) => (
          <li key={id}>
            <Link
              to={`/support/tickets/${id}`}
              className="flex items-center gap-4 px-4 py-3 hover:bg-raised focus-visible:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{subject}</span>
                <span className="text-muted">
                  {`#${number} · ${t(`tickets.category.${category}`)} · `}
                  <span className="whitespace-nowrap">{momentOf(changed, i18n.language)}</span>
                </span>
              </span>
              <span className={classNames('flex-none font-semibold', stateTone[state])}>
                {t(`tickets.state.${state}`)}
              </span>
              <Icon name="chevron-right" size={16} className="flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-4 text-center">
          <Button
            color="black"
            size="small"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('tickets.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** What the reader asked us, and how it stands. */
export function ListPage() {
  const { t } = useTranslation();
  useLiveTickets();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl font-bold">{t('tickets.title')}</h1>
          <p className="mt-1 text-pretty text-muted">{t('tickets.lead')}</p>
        </div>
        <LinkButton to={writePath}>
          <Icon name="pencil" size={16} />
          {t('tickets.write')}
        </LinkButton>
      </div>
      <div className="overflow-hidden rounded-md bg-surface">
        <List />
      </div>
    </>
  );
}
