import type { FoundArticle } from '@emporion/contracts/rest';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { searchQuery } from './help-queries.ts';

const pauseMs = 200;
const queryMax = 100;
/** One letter begins too many words. */
const lettersMin = 2;

/** What was typed, once the fingers rest. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Marked({ parts }: { parts: FoundArticle['title'] }) {
  return parts.map(({ text, hit }, place) => {
    const key = `${place}:${text}`;
    return hit ? (
      <mark key={key} className="bg-transparent font-bold text-accent">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

function Result({ found }: { found: FoundArticle }) {
  const { t, i18n } = useTranslation();
  return (
    <li className="border-t hairline first:border-t-0">
      <Link to={`/support/articles/${found.slug}`} className="block px-4 py-3 hover:bg-raised">
        <span className="flex flex-wrap items-baseline gap-x-2 text-md font-semibold">
          <span lang={found.language}>
            <Marked parts={found.title} />
          </span>
          {found.language !== i18n.language && (
            <span className="text-xs font-normal text-muted">{t('help.inEnglish')}</span>
          )}
        </span>
        <span className="mt-1 line-clamp-2 text-pretty text-muted" lang={found.language}>
          <Marked parts={found.excerpt} />
        </span>
        <span className="mt-1 block text-xs text-muted">{t(`help.categories.${found.category}`)}</span>
      </Link>
    </li>
  );
}

interface ResultsProps {
  asked: string;
  answer: { corrected: string | null; results: FoundArticle[] } | undefined;
  failed: boolean;
}

function Results({ asked, answer, failed }: ResultsProps) {
  const { t } = useTranslation();
  if (failed) return <p className="px-4 py-3 text-muted">{t('help.search.failed')}</p>;
  if (answer === undefined)
    return (
      <div className="flex flex-col gap-2 p-4">
        <span className="sr-only">{t('help.search.searching')}</span>
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-4 w-full" />
      </div>
    );
  if (answer.results.length === 0)
    return (
      <p className="px-4 py-3 text-pretty">
        {t('help.search.none', { query: asked })}{' '}
        <Link to="/support/tickets/new" className="text-accent underline">
          {t('help.contact.write')}
        </Link>
      </p>
    );
  return (
    <>
      {answer.corrected !== null && (
        <p className="border-b hairline px-4 py-2 text-muted">
          {t('help.search.corrected', { words: answer.corrected })}
        </p>
      )}
      <ul aria-label={t('help.search.results')}>
        {answer.results.map((found) => (
          <Result key={found.slug} found={found} />
        ))}
      </ul>
    </>
  );
}

/** The search of the help, with results while somebody types. */
export function SearchBox() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const asked = useRested(typed.trim());
  const isAsked = asked.length >= lettersMin && typed.trim() !== '';
  const { data, isError } = useQuery({
    ...searchQuery(asked, i18n.language),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = isAsked ? (data?.results ?? []) : [];
    if (first !== undefined) void navigate(`/support/articles/${first.slug}`);
  };
  return (
    <search className="flex w-full flex-col gap-2">
      <form onSubmit={open} className="relative">
        <Icon
          name="search"
          size={20}
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          value={typed}
          maxLength={queryMax}
          aria-label={t('help.search.label')}
          placeholder={t('help.search.placeholder')}
          autoComplete="off"
          enterKeyHint="search"
          className="h-12 w-full rounded-md border border-border bg-surface ps-12 pe-4 text-lg placeholder:text-muted"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {isAsked && (
        <div aria-live="polite" className="overflow-hidden rounded-md bg-surface shadow-lg">
          <Results asked={asked} answer={data} failed={isError} />
        </div>
      )}
    </search>
  );
}
