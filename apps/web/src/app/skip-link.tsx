import { useTranslation } from '#ui/text/use-translation.ts';

/** The id of the element that holds a page's content. */
export const mainId = 'main';

/** Lets a keyboard go past the header; it shows itself when it is reached. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mainId}`}
      className="fixed top-1 left-1 z-50 -translate-y-20 rounded-md bg-surface px-4 py-2 text-accent focus:translate-y-0"
    >
      {t('shell.skip')}
    </a>
  );
}
