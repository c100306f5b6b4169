import { exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useArea, useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';
import type { Settings } from './settings-query.ts';

type Name = keyof Settings['requirements'];

const words: Readonly<Record<Name, { title: string; on: string; off?: string }>> = {
  kyc: {
    title: 'Identity check',
    on: 'Users can’t withdraw, send or create a code until their identity is approved.',
  },
  two_factor: {
    title: 'Second factor',
    on: 'Sessions without one end at once. Users without one log in with an email code and can’t trade or withdraw until they set one up.',
  },
  email: {
    title: 'Verified email',
    on: 'Nobody logs in before opening the link in the email. Sessions of users who haven’t opened it end at once.',
    off: 'Users can log in, deposit and trade before opening the link in the email, but not withdraw.',
  },
  phone: {
    title: 'Verified phone',
    on: 'Users without a verified phone can deposit and trade, but not withdraw.',
  },
};

function askSwitch(requirements: Settings['requirements'], name: Name): void {
  const isOn = requirements[name];
  const { title, on, off = 'It is no longer required.' } = words[name];
  askAction({
    title: isOn ? `Stop requiring: ${title.toLowerCase()}` : `Require: ${title.toLowerCase()}`,
    text: isOn ? off : `${on} Takes effect at once, for everybody.`,
    fields: [reasonField],
    confirm: isOn ? 'Stop requiring it' : 'Require it',
    isDangerous: isOn,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.require, {
            body: { ...requirements, [name]: !isOn, reason, confirmation },
          }),
        done: isOn ? 'It is no longer required.' : 'It is required now.',
      }),
  });
}

/** What people must have proved before they trade or take money out. */
export function RequirementsCard({ settings }: { settings: Settings }) {
  useArea('errors');
  const { t } = useTranslation();
  const may = useMay();
  const { requirements, objections } = settings;
  return (
    <Card title="What people must prove">
      <ul className="flex flex-col divide-y divide-border/30">
        {(['kyc', 'two_factor', 'email', 'phone'] as const).map((name) => {
          const objection = name === 'two_factor' ? null : objections[name];
          const isOn = requirements[name];
          return (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex items-center gap-2 font-semibold">
                  {words[name].title}
                  <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'Required' : 'Not required'}</Badge>
                </p>
                <p className="max-w-prose text-pretty text-muted">{words[name].on}</p>
                {objection !== null && !isOn && (
                  <p className="max-w-prose text-pretty text-warn">{t(`errors.${objection}`)}</p>
                )}
              </div>
              {may('settings.change') && (
                <Button
                  size="small"
                  variant="flat"
                  color={isOn ? 'red' : 'blue'}
                  disabled={!isOn && objection !== null}
                  onClick={() => askSwitch(requirements, name)}
                >
                  {isOn ? 'Stop requiring' : 'Require'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
