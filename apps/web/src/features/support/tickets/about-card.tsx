import type { Ticket } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from '#api/queries.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { type AboutFact, aboutFacts } from './about-facts.ts';
import { momentOf } from './words.ts';

type About = NonNullable<Ticket['about']>;

/** The sentence of a refusal, unless it says figures that nobody kept. */
function refusalText(code: string, t: Translate): string | null {
  const sentence = t(`errors.${code}`, { defaultValue: '', skipInterpolation: true });
  return sentence === '' || sentence.includes('{{') ? null : sentence;
}

function FactLine({ fact: { name, value } }: { fact: AboutFact }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{t(`tickets.facts.${name}`)}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** What a ticket was opened from, in the words in which its owner saw it. */
export function AboutCard({ about }: { about: About }) {
  const { t, i18n } = useTranslation();
  useArea('errors');
  useArea('trade');
  useArea('history');
  useArea('wallet');
  const { data } = useQuery({ ...coinsQuery, enabled: about.kind === 'withdrawal' });
  const networks = data?.commons.blockchain_definitions ?? {};
  const { kind, id } = about;
  const facts = aboutFacts(about, {
    t,
    networkName: (code) => networks[code]?.name ?? code,
    moment: (time) => momentOf(time, i18n.language),
  });
  const said = kind === 'refusal' ? refusalText(id, t) : null;
  return (
    <section className="rounded-md bg-surface px-4 py-3" aria-label={t('tickets.about.title')}>
      <p className="font-semibold wrap-anywhere">{t(`tickets.about.${kind}`, { id })}</p>
      {said !== null && <p className="text-pretty">{said}</p>}
      {kind === 'refusal' && <p className="text-muted">{t('tickets.about.code', { code: id })}</p>}
      {facts.length > 0 && (
        <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {facts.map((fact) => (
            <FactLine key={fact.name} fact={fact} />
          ))}
        </dl>
      )}
    </section>
  );
}
