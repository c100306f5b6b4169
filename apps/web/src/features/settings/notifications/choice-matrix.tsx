import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationMatrix,
  notificationChannels,
  notificationKinds,
} from '@emporion/contracts/rest';
import { useId } from 'react';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useChoose } from './use-choices.ts';

type Row = Partial<NotificationMatrix['choices']['order']>;

/** On a phone each kind is a block with its ways below one another; wider, it is a line under the names of the ways. */
const lineLook =
  'border-t hairline py-3 first:border-t-0 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 lg:grid lg:grid-cols-[minmax(0,1fr)_4rem_4rem_11rem_4rem_5rem] lg:items-center lg:gap-x-2';

interface CellProps {
  kind: NotificationKind;
  channel: NotificationChannel;
  row: Row;
  hasPhone: boolean;
}

function MailCell({ kind, row }: Pick<CellProps, 'kind' | 'row'>) {
  const { t } = useTranslation();
  const choose = useChoose();
  const label = t('settings.notifications.channels.mail');
  if (kind === 'security')
    return (
      <p className="flex min-h-10 items-center gap-2 max-lg:col-span-full">
        <span className="lg:sr-only">{label}</span>
        <span className="text-muted">{t('settings.notifications.locked')}</span>
      </p>
    );
  // A newsletter is one mail already.
  const times = kind === 'newsletter' ? (['off', 'now'] as const) : (['off', 'now', 'digest'] as const);
  return (
    <div className="max-lg:col-span-full max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-3">
      <span aria-hidden="true" className="lg:hidden">
        {label}
      </span>
      <SelectList
        label={`${t(`settings.notifications.kinds.${kind}`)}: ${label}`}
        hideLabel
        className="w-full max-lg:w-44"
        options={times.map((time) => ({ value: time, html: t(`settings.notifications.mail.${time}`) }))}
        value={row.mail}
        onValueChange={(mail) => void choose({ choices: { [kind]: { mail } } })}
      />
    </div>
  );
}

function Cell({ kind, channel, row, hasPhone }: CellProps) {
  const { t } = useTranslation();
  const choose = useChoose();
  if (channel === 'mail') return <MailCell kind={kind} row={row} />;
  const value = row[channel];
  if (value === undefined) return <span className="max-lg:hidden" />;
  return (
    <Checkbox
      className="lg:justify-self-center"
      label={<span className="lg:sr-only">{t(`settings.notifications.channels.${channel}`)}</span>}
      value={value}
      disabled={channel === 'sms' && !hasPhone}
      onValueChange={(isOn) => void choose({ choices: { [kind]: { [channel]: isOn } } })}
    />
  );
}

function KindLine({ kind, row, hasPhone }: Pick<CellProps, 'kind' | 'row' | 'hasPhone'>) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className={lineLook}>
      <h3 id={titleId} className="text-base font-semibold text-pretty max-lg:col-span-full">
        {t(`settings.notifications.kinds.${kind}`)}
      </h3>
      {notificationChannels.map((channel) => (
        <Cell key={channel} kind={kind} channel={channel} row={row} hasPhone={hasPhone} />
      ))}
    </fieldset>
  );
}

/** What one is told of, by kind and way. */
export function ChoiceMatrix({ matrix }: { matrix: NotificationMatrix }) {
  const { t } = useTranslation();
  const hasPhone = matrix.sms_to !== null;
  return (
    <div className="rounded-md bg-surface px-4 py-1">
      <div aria-hidden="true" className={`${lineLook} text-sm text-muted max-lg:hidden`}>
        <span />
        {notificationChannels.map((channel) => (
          <span key={channel} className={channel === 'mail' ? '' : 'text-center'}>
            {t(`settings.notifications.channels.${channel}`)}
          </span>
        ))}
      </div>
      {notificationKinds.map((kind) => (
        <KindLine key={kind} kind={kind} row={matrix.choices[kind]} hasPhone={hasPhone} />
      ))}
      {!hasPhone && (
        <p className="border-t hairline py-3 text-pretty text-muted">{t('settings.notifications.noPhone')}</p>
      )}
    </div>
  );
}
