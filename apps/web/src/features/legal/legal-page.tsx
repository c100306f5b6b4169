import { Link } from 'react-router';
import { chosen } from '#language/brand.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

export type LegalText = 'terms' | 'privacy';

interface Section {
  readonly title: string;
  readonly text: string;
}

const facts = ['company', 'address', 'law', 'support'] as const;

const other = { terms: 'privacy', privacy: 'terms' } as const;

/**
 * Terms or privacy, with the facts of whoever runs the exchange. A fact that nobody has set is a gap that can be seen, and while there is one the text calls
 * itself a model. The catalogue decides which sections there are, so that an operator can write others.
 */
export function LegalPage({ text }: { text: LegalText }) {
  const { t, i18n } = useTranslation();
  const said = Object.fromEntries(facts.map((fact) => [fact, chosen[fact] ?? t(`legal.gaps.${fact}`)]));
  const sections = i18n.tree(`legal.${text}.sections`, said) as Readonly<Record<string, Section>>;
  const isModel = facts.some((fact) => chosen[fact] === undefined);
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 text-md leading-relaxed">
      <header className="flex flex-col gap-2">
        <h1 className="text-xl font-bold">{t(`legal.${text}.title`)}</h1>
        <p className="text-base text-muted">{t(`legal.${text}.updated`)}</p>
        {isModel && (
          <p role="note" className="rounded-md bg-raised px-3 py-2 text-pretty text-base">
            {t('legal.model')}
          </p>
        )}
        <p className="text-pretty">{t(`legal.${text}.intro`)}</p>
      </header>
      {Object.entries(sections).map(([name, section]) => (
        <section key={name} className="flex flex-col gap-1">
          <h2 className="text-lg font-semibold">{section.title}</h2>
          <p className="text-pretty">{section.text}</p>
        </section>
      ))}
      <p className="border-t hairline pt-4 text-base">
        <Link to={`/${other[text]}`} className="text-accent underline-offset-4 hover:underline">
          {t(`legal.${other[text]}.title`)}
        </Link>
      </p>
    </article>
  );
}
