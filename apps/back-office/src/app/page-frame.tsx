import { chosen } from '@emporion/web/language/brand.ts';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { Loading } from '#kit/loading.tsx';
import { allPages } from './all-pages.ts';
import { useMay } from './me.ts';
import { NotFound } from './not-found.tsx';
import type { Page } from './page.ts';

/** The list that a page of one thing belongs to: the one whose path its own begins with. */
function parentOf({ path, group }: Page): Page | undefined {
  const lists = allPages.filter(({ icon, path: list }) => icon !== undefined && list !== '');
  const own = lists.filter((list) => path.startsWith(`${list.path}/`));
  const [longest] = own.sort((left, right) => right.path.length - left.path.length);
  return longest ?? lists.find((list) => list.group === group && path.startsWith(list.path.slice(0, -1)));
}

/** Of whatever has a page: a number, or what the database made. The server need not be asked for anything else. */
const idPattern = /^(?:[0-9]{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What every page stands in: its title in the browser's tab, its right, and a wait while it fetches what it cannot do without. */
export function PageFrame({ page, children }: { page: Page; children: ReactNode }) {
  const may = useMay();
  useEffect(() => {
    document.title = `${page.title} · Back office · ${chosen.brand}`;
  }, [page]);
  const { id } = useParams();
  if (!may(page.capability) || (id !== undefined && !idPattern.test(id))) return <NotFound />;
  const parent = page.icon === undefined ? parentOf(page) : undefined;
  return (
    <>
      {parent !== undefined && may(parent.capability) && (
        <Link to={`/${parent.path}`} className="self-start text-accent hover:underline">
          {`← ${parent.title}`}
        </Link>
      )}
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </>
  );
}
