import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Outline, type OutlineName, outlines } from './outlines.ts';

interface OutlineProps {
  outline: OutlineName;
}

function Head({ outline }: OutlineProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-4">
      <span className="flex size-12 shrink-0 items-center justify-center rounded-lg bg-raised text-accent">
        <Icon name={outlines[outline].icon} size={24} />
      </span>
      <div>
        <h1 className="text-xl font-bold">{t(`pages.${outline}.title`)}</h1>
        <p className="mt-1 max-w-2xl text-base text-pretty text-muted">{t(`pages.${outline}.lead`)}</p>
        <p className="mt-2 text-base font-semibold text-warn">{t('pages.outline.notOpen')}</p>
      </div>
    </div>
  );
}

function Points({ outline }: OutlineProps) {
  const { t } = useTranslation();
  const icons: Outline['points'] = outlines[outline].points;
  return (
    <ul className={`grid gap-1 ${icons.length === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2'}`}>
      {icons.map((icon, index) => (
        <li key={icon} className="flex gap-3 rounded-md bg-surface p-4">
          <Icon name={icon} size={18} className="mt-0.5 shrink-0 text-muted" />
          <span className="text-pretty">{t(`pages.${outline}.point${index + 1}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Links({ outline }: OutlineProps) {
  const { t } = useTranslation();
  const [first, ...others]: Outline['links'] = outlines[outline].links;
  return (
    <nav aria-label={t('pages.outline.links')} className="flex flex-wrap items-center gap-2">
      {first !== undefined && <LinkButton to={first.to}>{t(first.text)}</LinkButton>}
      {others.map(({ to, text }) => (
        <LinkButton key={to} to={to} variant="flat">
          {t(text)}
        </LinkButton>
      ))}
    </nav>
  );
}

/** Stands for a page whose capability is not built yet and says what it will hold. */
export function OutlinePage({ outline }: OutlineProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 md:py-12">
      <Head outline={outline} />
      <section className="flex flex-col gap-3">
        <h2 className="text-base text-muted">{t('pages.outline.points')}</h2>
        <Points outline={outline} />
      </section>
      <Links outline={outline} />
    </div>
  );
}
