import { formatDecimalIn, formatMomentIn } from '@emporion/i18n/server';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { AlertRow } from '../alert.ts';

export interface AlertMailParams {
  readonly alert: Pick<AlertRow, 'pair' | 'metric' | 'direction' | 'value'>;
  /** The coin that the pair's prices are in. */
  readonly quote: string;
  readonly reached: string;
  readonly at: Date;
}

/** Says that what somebody waited for has happened. */
export const alertMail: MailTemplate<AlertMailParams> = {
  name: 'alerts.fired',
  compose: ({ text, language, publicUrl }, { alert, quote, reached, at }) => {
    const { pair, metric, direction } = alert;
    const show = (value: string) => `${formatDecimalIn(language, value)} ${quote}`;
    const params = { pair, value: show(alert.value), reached: show(reached) };
    const key = `alerts.${metric}.${direction}`;
    return {
      subject: text(`${key}.subject`, params),
      preheader: text(`${key}.body`, params),
      blocks: [
        { kind: 'paragraph', text: text(`${key}.body`, params) },
        {
          kind: 'facts',
          rows: [
            [text('alerts.facts.set'), params.value],
            [text('alerts.facts.reached'), params.reached],
            [
              text('alerts.facts.time'),
              `${formatMomentIn(language, at, { timeZone: 'UTC', style: 'exact' })} UTC`,
            ],
          ],
        },
        { kind: 'link', label: text('alerts.open', { pair }), href: `${publicUrl}/account/trade/${pair}` },
        { kind: 'paragraph', text: text('alerts.closing') },
      ],
    };
  },
};
