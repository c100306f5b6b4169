import { useEffect } from 'react';
import { useParams } from 'react-router';
import { chosen } from '#language/brand.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useRouterState } from './routing/router-state.ts';

/** Keeps the document's title in step with the page and the language. */
export function DocumentTitle() {
  const { t } = useTranslation();
  const route = useRouterState()?.shown?.route;
  const { pairprop: pair } = useParams();
  const title = [pair, route && t(route.title), chosen.brand]
    .filter((part) => typeof part === 'string')
    .join(' · ');

  useEffect(() => {
    document.title = title;
  }, [title]);

  return null;
}
