import type { Ticket } from '@emporion/contracts/rest';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { momentOf } from './words.ts';

/** Of a refusal the code has a sentence; of what else the facts speak. */
export function AboutCard({ about }: { about: NonNullable<Ticket['about']> }) {
  const { t, i18n } = useTranslation();
  useArea('errors');
  const { kind, id, facts } = about;
  const shown = Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null);
  return (
    <section className="rounded-md bg-surface px-4 py-3" aria-label={t('tickets.about.title')}>
      <p className="font-semibold">{t(`tickets.about.${kind}`, { id })}</p>
      {kind === 'refusal' && <p className="text-muted">{t([`errors.${id}`, 'tickets.about.title'])}</p>}
      {shown.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {shown.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="text-muted">{t(`tickets.facts.${name}`)}</dt>
              <dd className="num">{name === 'time' ? momentOf(value, i18n.language) : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
