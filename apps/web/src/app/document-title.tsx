import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { chosen } from '#language/brand.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { PageHandle } from './routing/route.ts';

function isPageHandle(value: unknown): value is PageHandle {
  return typeof value === 'object' && value !== null && 'title' in value;
}

/** Keeps the document's title in step with the page and the language. */
export function DocumentTitle() {
  const { t } = useTranslation();
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle));
  const page = isPageHandle(match?.handle) ? t(match.handle.title) : null;
  const pair = match?.params.pairprop;
  const title = [pair, page, chosen.brand].filter((part) => typeof part === 'string').join(' · ');

  useEffect(() => {
    document.title = title;
  }, [title]);

  return null;
}
