import { type ReactNode, Suspense, useEffect } from 'react';
import { Loading } from '#kit/loading.tsx';
import { useMay } from './me.ts';
import { NotFound } from './not-found.tsx';
import type { Page } from './page.ts';

/** What every page stands in: its title in the browser's tab, its right, and a wait while it fetches what it cannot do without. */
export function PageFrame({ page, children }: { page: Page; children: ReactNode }) {
  const may = useMay();
  useEffect(() => {
    document.title = `${page.title} · Back office`;
  }, [page]);
  if (!may(page.capability)) return <NotFound />;
  return <Suspense fallback={<Loading />}>{children}</Suspense>;
}
