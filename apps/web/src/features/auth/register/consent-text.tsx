import { Link } from 'react-router';
import { useTranslation } from '#ui/text/use-translation.ts';

/** What is agreed to can be read first, in a tab of its own: the form keeps what was filled in. */
export function ConsentText({ text, page }: { text: string; page: 'terms' | 'privacy' }) {
  const { t } = useTranslation();
  const name = t(`auth.register.${page}Name`);
  const [before = '', after = ''] = text.split(name);
  return (
    <>
      {before}
      <Link
        to={`/${page}`}
        target="_blank"
        rel="noopener"
        className="text-accent underline underline-offset-4"
      >
        {name}
      </Link>
      {after}
    </>
  );
}
