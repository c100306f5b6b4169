import type { Incident } from '@emporion/contracts/rest';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

const impactColours = { minor: 'text-muted', major: 'text-warn', critical: 'text-sell' } as const;

function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={at} className="num whitespace-nowrap">
      {dateFormat(i18n.language, dateStyles.moment).format(new Date(at))}
    </time>
  );
}

/** One incident with everything that was told of it. */
export function IncidentItem({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const { title, impact, parts, updates } = incident;
  return (
    <article className="border-t hairline py-4 first:border-t-0 first:pt-0 last:pb-0">
      <h3 className="text-md font-semibold text-pretty">{title}</h3>
      <p className="mt-1 text-base text-muted">
        <span className={impactColours[impact]}>{t(`help.status.impact.${impact}`)}</span>
        {' · '}
        {parts.map((part) => t(`help.status.parts.${part}`)).join(', ')}
      </p>
      <ol className="mt-3 flex flex-col gap-3 border-s-2 border-raised ps-4">
        {updates.map(({ state, text, time }) => (
          <li key={`${time}${state}`}>
            <p className="flex flex-wrap gap-x-2 text-base">
              <span className="font-semibold">{t(`help.status.incident.${state}`)}</span>
              <span className="text-muted">
                <Moment at={time} />
              </span>
            </p>
            <p className="text-pretty whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}
