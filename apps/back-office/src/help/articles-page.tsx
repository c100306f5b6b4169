import { type ListedArticle, staffHelpEndpoints } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { Time } from '#kit/time.tsx';

/** Of all who said something, how many were helped; nothing of a few. */
export function helpedText({ helpful, unhelpful }: Pick<ListedArticle, 'helpful' | 'unhelpful'>): string {
  const said = helpful + unhelpful;
  return said === 0 ? '–' : `${Math.round((helpful / said) * 100)}% of ${said}`;
}

const columns: readonly Column<ListedArticle>[] = [
  {
    id: 'title',
    main: 1,
    label: 'Title',
    cell: ({ slug, title }) => (
      <Link to={`/help/articles/${slug}`} className="font-semibold hover:underline">
        {title}
      </Link>
    ),
  },
  { id: 'category', label: 'Topic', main: 3, cell: ({ category }) => inWords(category) },
  {
    id: 'state',
    main: 2,
    label: 'State',
    cell: ({ published, edited }) => (
      <span className="inline-flex gap-1">
        <Badge tone={published ? 'good' : 'plain'}>{published ? 'Published' : 'Draft'}</Badge>
        {edited && <Badge tone="accent">Ours</Badge>}
      </span>
    ),
  },
  {
    id: 'languages',
    label: 'Languages',
    cell: (article) =>
      article.languages.length === languages.length
        ? 'All'
        : `Without ${languages.filter((language) => !article.languages.includes(language)).join(', ')}`,
  },
  { id: 'helped', label: 'Helped', cell: helpedText, isNumeric: true },
  { id: 'changed', label: 'Changed', main: 4, cell: ({ changed }) => <Time at={changed} /> },
  { id: 'by', label: 'By', cell: ({ changed_by }) => changed_by?.username ?? 'The software' },
];

export function ArticlesPage() {
  const may = useMay();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['help-articles'],
    queryFn: async ({ signal }) => valueOrThrow(await call(staffHelpEndpoints.list, { signal })).results,
  });
  if (isPending) return <Loading />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHead
        title="Help articles"
        text="Help articles that come with the software. Once you change one here, updates leave it alone."
        actions={
          may('help.write') && (
            <Button onClick={() => void navigate('/help/articles/new')}>New article</Button>
          )
        }
      />
      <Card flush>
        <PlainTable caption="Help articles" columns={columns} rows={data} rowKey={({ slug }) => slug} />
      </Card>
    </>
  );
}
