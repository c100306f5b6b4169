import { exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { call } from '@emporion/web/api/api.ts';
import type { ApiFailure } from '@emporion/web/api/failure.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { withConfirmation } from '@emporion/web/confirmation/confirm.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { type ReactNode, useState } from 'react';
import { useMay } from '#app/me.ts';
import { Badge } from '#kit/badge.tsx';
import type { Settings } from './settings-query.ts';

type Answer = Result<{ delivered: boolean; problem: string | null }, ApiFailure>;

interface ChannelProps {
  title: string;
  channel: Settings['mail'];
  missing: string;
  field?: ReactNode;
  send(): Promise<Answer>;
}

function Channel({ title, channel, missing, field, send }: ChannelProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [state, setState] = useState<{ sending: boolean; said?: string; went?: boolean }>({ sending: false });
  async function test(): Promise<void> {
    setState({ sending: true });
    const answer = await send();
    // The dialog that asks for the code was closed: nothing was sent.
    if (!answer.ok && answer.failure.kind === 'aborted') setState({ sending: false });
    else if (!answer.ok)
      setState({ sending: false, went: false, said: refusalOf(answer.failure, t).message });
    else {
      const { delivered, problem } = answer.value;
      setState({
        sending: false,
        went: delivered,
        said: delivered ? 'Handed over. Look whether it has arrived.' : `Not delivered: ${problem}`,
      });
    }
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2 font-semibold">
          {title}
          <Badge tone={channel.configured ? 'good' : 'warn'}>
            {channel.configured ? 'Configured' : 'Not configured'}
          </Badge>
        </p>
        <p className="text-muted">{channel.detail ?? missing}</p>
        <p role="status" className={state.went === false ? 'text-sell' : 'text-buy'}>
          {state.said}
        </p>
      </div>
      {may('settings.change') && (
        <span className="flex flex-wrap items-end gap-2">
          {field}
          <Button size="small" variant="flat" loading={state.sending} onClick={() => void test()}>
            Send a test
          </Button>
        </span>
      )}
    </div>
  );
}

/** What is configured, by the environment of the server, and whether it works. */
export function MessagesCard({ settings }: { settings: Pick<Settings, 'mail' | 'sms'> }) {
  const [phone, setPhone] = useState('');
  return (
    <Card title="Mail and text messages">
      <div className="flex flex-col divide-y divide-border/30">
        <Channel
          title="Mail"
          channel={settings.mail}
          missing="Set SMTP_URL and MAIL_FROM where the server starts."
          send={() => call(exchangeSettingsEndpoints.testMail, { body: {} })}
        />
        <Channel
          title="Text messages"
          channel={settings.sms}
          missing="Set SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET where the server starts."
          field={
            <span className="field-box">
              <input
                type="tel"
                className="field-input"
                aria-label="Phone number of the test"
                placeholder="+34 600 123 456"
                value={phone}
                onChange={(event) => setPhone(event.currentTarget.value)}
              />
            </span>
          }
          send={() =>
            withConfirmation('back_office', (confirmation) =>
              call(exchangeSettingsEndpoints.testSms, { body: { phone, confirmation } }),
            )
          }
        />
      </div>
    </Card>
  );
}
