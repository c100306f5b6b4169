import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationMatrix,
  notificationChannels,
  notificationKinds,
} from '@emporion/contracts/rest';
import { type ReactNode, useId } from 'react';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { pushRowId, useBrowsers } from './push-row.tsx';
import { useChoose } from './use-choices.ts';

type Row = Partial<NotificationMatrix['choices']['order']>;

/** On a phone each kind is a block with its ways below one another; wider, it is a line under the names of the ways. */
const lineLook =
  'border-t hairline py-3 first:border-t-0 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 lg:grid lg:grid-cols-[minmax(0,1fr)_5.5rem_5.5rem_11rem_4rem_5rem] lg:items-center lg:gap-x-2';

/** Ways by which nothing can come now, by the id of the sentence that says why. */
type Dead = Partial<Record<NotificationChannel, string>>;

interface CellProps {
  kind: NotificationKind;
  channel: NotificationChannel;
  row: Row;
  dead: Dead;
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

function Cell({ kind, channel, row, dead }: CellProps) {
  const { t } = useTranslation();
  const choose = useChoose();
  if (channel === 'mail') return <MailCell kind={kind} row={row} />;
  const value = row[channel];
  if (value === undefined) return <span className="max-lg:hidden" />;
  return (
    <Checkbox
      className="lg:justify-self-center"
      label={<span className="lg:sr-only">{t(`settings.notifications.channels.${channel}`)}</span>}
      // What is ticked comes; what was chosen shows again once the way is open.
      value={dead[channel] === undefined && value}
      disabled={dead[channel] !== undefined}
      aria-describedby={dead[channel]}
      onValueChange={(isOn) => void choose({ choices: { [kind]: { [channel]: isOn } } })}
    />
  );
}

function KindLine({ kind, row, dead }: Pick<CellProps, 'kind' | 'row' | 'dead'>) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className={lineLook}>
      <h3 id={titleId} className="text-base font-semibold text-pretty max-lg:col-span-full">
        {t(`settings.notifications.kinds.${kind}`)}
      </h3>
      {notificationChannels.map((channel) => (
        <Cell key={channel} kind={kind} channel={channel} row={row} dead={dead} />
      ))}
    </fieldset>
  );
}

function DeadNote({ id, text, way }: { id: string; text: string; way: ReactNode }) {
  return (
    <li className="flex gap-2 py-2">
      <Icon name="info" size={16} className="mt-0.5 flex-none text-muted" />
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <span id={id} className="text-pretty">
          {text}
        </span>
        {way}
      </div>
    </li>
  );
}

/** Why a column is dead, with the way to what opens it. */
function DeadNotes({ dead }: { dead: Dead }) {
  const { t } = useTranslation();
  // The focus brings the row into view.
  const toPush = (): void => document.getElementById(pushRowId)?.focus();
  return (
    <ul className="flex flex-col border-b hairline empty:hidden">
      {dead.push !== undefined && (
        <DeadNote
          id={dead.push}
          text={t('settings.notifications.noPush')}
          way={
            <Button variant="flat" size="small" className="-mx-3 -my-2" onClick={toPush}>
              {t('settings.notifications.toPush')}
            </Button>
          }
        />
      )}
      {dead.sms !== undefined && (
        <DeadNote
          id={dead.sms}
          text={t('settings.notifications.noPhone')}
          way={
            <LinkButton to="/settings#profile" variant="flat" size="small" className="-mx-3 -my-2">
              {t('settings.notifications.addPhone')}
            </LinkButton>
          }
        />
      )}
    </ul>
  );
}

/** What one is told of, by kind and way. */
export function ChoiceMatrix({ matrix }: { matrix: NotificationMatrix }) {
  const { t } = useTranslation();
  const noteId = useId();
  const { data: browsers } = useBrowsers();
  const dead: Dead = {
    ...(matrix.sms_to === null && { sms: `${noteId}-sms` }),
    ...(browsers?.results.length === 0 && { push: `${noteId}-push` }),
  };
  return (
    <div className="rounded-md bg-surface px-4 py-1">
      <DeadNotes dead={dead} />
      <div aria-hidden="true" className={`${lineLook} text-sm text-muted max-lg:hidden`}>
        <span />
        {notificationChannels.map((channel) => (
          <span key={channel} className={channel === 'mail' ? '' : 'text-center'}>
            {t(`settings.notifications.channels.${channel}`)}
          </span>
        ))}
      </div>
      {notificationKinds.map((kind) => (
        <KindLine key={kind} kind={kind} row={matrix.choices[kind]} dead={dead} />
      ))}
      <p className="border-t hairline py-3 text-sm text-pretty text-muted">
        {t('settings.notifications.fills')}
      </p>
    </div>
  );
}
