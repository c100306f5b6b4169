import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Outline, type OutlineName, outlines } from './outlines.ts';

type Texts = { outline: OutlineName };

function Head({ outline, compact }: Texts & { compact: boolean }) {
  const { t } = useTranslation();
  // The router has let only well-formed codes through.
  const { walletitem, pairprop } = useParams();
  const subject = walletitem ?? pairprop ?? '';
  return (
    <div className={compact ? 'flex flex-col items-center gap-3 text-center' : 'flex items-start gap-4'}>
      <span className="flex size-12 shrink-0 items-center justify-center rounded-lg bg-raised text-accent">
        <Icon name={outlines[outline].icon} size={24} />
      </span>
      <div>
        <h1 className="text-xl font-bold">{t(`pages.${outline}.title`, { subject }).trim()}</h1>
        <p className="mt-1 max-w-2xl text-base text-pretty text-muted">{t(`pages.${outline}.lead`)}</p>
        <p className="mt-2 text-base font-semibold text-warn">{t('pages.outline.notOpen')}</p>
      </div>
    </div>
  );
}

function Points({ outline, compact }: Texts & { compact: boolean }) {
  const { t } = useTranslation();
  const icons: Outline['points'] = outlines[outline].points;
  const columns = icons.length === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2';
  return (
    <ul className={compact ? 'flex flex-col gap-3' : `grid gap-1 ${columns}`}>
      {icons.map((icon, index) => (
        <li key={icon} className={compact ? 'flex gap-3' : 'flex gap-3 rounded-md bg-surface p-4'}>
          <Icon name={icon} size={18} className="mt-0.5 shrink-0 text-muted" />
          <span className="text-pretty">{t(`pages.${outline}.point${index + 1}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Links({ outline, compact }: Texts & { compact: boolean }) {
  const { t } = useTranslation();
  const [first, ...others]: Outline['links'] = outlines[outline].links;
  return (
    <nav
      aria-label={t('pages.outline.links')}
      className={`flex flex-wrap items-center gap-2 ${compact ? 'justify-center' : ''}`}
    >
      {first !== undefined && (
        <LinkButton to={first.to} wide={compact}>
          {t(first.text)}
        </LinkButton>
      )}
      {others.map(({ to, text }) => (
        <LinkButton key={to} to={to} variant="flat" size={compact ? 'small' : 'default'}>
          {t(text)}
        </LinkButton>
      ))}
    </nav>
  );
}

interface OutlinePageProps extends Texts {
  /** Fits the card of the simple layout. */
  compact?: boolean;
  /** What is real already on the page. */
  children?: ReactNode;
}

/** The column that a page of the full layout stands in. */
export function OutlineFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 md:py-12">{children}</div>;
}

function CardFrame({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-6">{children}</div>;
}

/** Stands for a page whose capability is not built yet and says what it will hold. */
export function OutlinePage({ outline, compact = false, children }: OutlinePageProps) {
  const { t } = useTranslation();
  const Frame = compact ? CardFrame : OutlineFrame;
  return (
    <Frame>
      <Head outline={outline} compact={compact} />
      <section className="flex flex-col gap-3">
        <h2 className={compact ? 'sr-only' : 'text-base text-muted'}>{t('pages.outline.points')}</h2>
        <Points outline={outline} compact={compact} />
      </section>
      <Links outline={outline} compact={compact} />
      {children}
    </Frame>
  );
}
