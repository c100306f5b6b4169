import type { Kyc } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { arriveAt } from '#ui/form/use-arrival.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

const looks: Readonly<Record<Kyc['state'], readonly [IconName, string]>> = {
  none: ['shield-check', 'text-muted'],
  pending: ['clock', 'text-warn'],
  approved: ['circle-check', 'text-buy'],
  rejected: ['circle-x', 'text-sell'],
  expired: ['triangle-alert', 'text-warn'],
};

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** What staff wrote, as text. */
function Note({ note }: { note: string | null }) {
  const { t } = useTranslation();
  if (note === null) return null;
  return (
    <div className="rounded-md bg-raised/50 p-3">
      <p className="text-xs text-muted">{t('kyc.note')}</p>
      <p className="mt-1 whitespace-pre-line">{note}</p>
    </div>
  );
}

/** What counts once a verification has ended: what is known of it decides what is said of the limits. */
function expiredText({ application, level, levels }: Kyc, t: Translate): string {
  const next = levels.find((each) => each.level > level)?.level;
  const isSame = application?.status === 'approved' && application.level <= level;
  if (isSame && next !== undefined) return t('kyc.expiredSame', { level: next });
  return t('kyc.state.expired.text', { limits: level });
}

/** How far it is, and why. */
export function StateCard({
  kyc,
  chosen,
  onRenew,
}: {
  kyc: Kyc;
  /** The level whose form is being filled in, before there is an application. */
  chosen: number | null;
  onRenew: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation();
  const { state, application, expires } = kyc;
  const [icon, colour] = looks[state];
  const day =
    expires !== null &&
    dateFormat(i18n.language, { ...dateStyles.day, timeZone: 'UTC' }).format(new Date(expires));
  const isChecked = application?.status === 'checking' || application?.status === 'review';
  // Handing in takes the form away: whoever did it is brought to what is said of it.
  const headingRef = useRef<HTMLHeadingElement>(null);
  const wasCheckedRef = useRef(isChecked);
  useEffect(() => {
    if (isChecked && !wasCheckedRef.current) arriveAt(headingRef.current);
    wasCheckedRef.current = isChecked;
  }, [isChecked]);
  const isOpen = application?.status === 'open' && application.again.length === 0 && state !== 'approved';
  const isUpgrade = state === 'approved' && application !== null;
  return (
    <Card>
      <div className="flex gap-3" role="status">
        <Icon name={icon} size={24} className={`mt-0.5 flex-none ${colour}`} />
        <div className="min-w-0">
          <h2 ref={headingRef} tabIndex={-1} className="text-base font-semibold outline-none">
            {t(`kyc.state.${state}.title`)}
          </h2>
          <p className="mt-1 text-pretty text-muted">
            {isOpen
              ? t('kyc.applying', { level: application.level })
              : chosen !== null && state === 'none'
                ? t('kyc.beginning', { level: chosen })
                : state === 'expired'
                  ? expiredText(kyc, t)
                  : state === 'none' && kyc.level > 0
                    ? t('kyc.state.none.given', { level: kyc.level })
                    : t(`kyc.state.${state}.text`, { level: kyc.verified_level })}
            {state === 'approved' && day !== false && ` ${t('kyc.until', { day })}.`}
          </p>
          {state !== 'approved' && kyc.required && (
            <p className="mt-1 text-pretty text-warn">{t('kyc.required')}</p>
          )}
          {isUpgrade && isChecked && (
            <p className="mt-1 text-pretty">{t('kyc.upgradePending', { level: application.level })}</p>
          )}
          {isUpgrade && application.status === 'open' && (
            <p className="mt-1 text-pretty">{t('kyc.applying', { level: application.level })}</p>
          )}
          {isUpgrade && application.status === 'rejected' && (
            <p className="mt-1 text-pretty">{t('kyc.upgradeRejected', { level: application.level })}</p>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-3 empty:hidden">
        {application?.status === 'rejected' && application.reasons.length > 0 && (
          <List
            title={t('kyc.why')}
            items={application.reasons.map((reason) => t(`kyc.reasons.${reason}`))}
          />
        )}
        {application?.status === 'open' && application.again.length > 0 && (
          <List title={t('kyc.again')} items={application.again.map((each) => t(`kyc.evidence.${each}`))} />
        )}
        {(application?.status === 'open' || application?.status === 'rejected') && (
          <Note note={application.note} />
        )}
        {(kyc.renewable || state === 'expired' || state === 'rejected') && chosen === null && onRenew && (
          <div className="flex flex-wrap items-center gap-3">
            {kyc.renewable && <p className="min-w-0 flex-1 text-pretty">{t('kyc.renewSoon')}</p>}
            <Button size="small" onClick={onRenew}>
              {t(state === 'rejected' ? 'kyc.applyAgain' : 'kyc.renew')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
