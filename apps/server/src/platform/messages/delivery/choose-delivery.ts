import type { Logger } from 'pino';
import type { Config } from '#platform/config/schema.ts';
import type { Channel } from '#platform/messages/messages.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { mailSender } from '#platform/settings/mail-sender.ts';
import type { Delivery } from './delivery.ts';
import { smsWebhookDelivery } from './sms-webhook.ts';
import { smtpDelivery } from './smtp.ts';

const settingOf = { mail: 'SMTP_URL', sms: 'SMS_WEBHOOK_URL' } as const;

export type DeliveryConfig = Pick<Config, 'demo' | 'smtpUrl' | 'smsWebhookUrl' | 'smsWebhookSecret'>;

/** In demo mode a message has arrived as soon as it is written: people read it in the outbox. */
const outboxDelivery: Delivery = async () => ({ kind: 'delivered' });

export function chooseDelivery(channel: Channel, platform: Pick<Platform, 'config' | 'database'>): Delivery {
  const { config } = platform;
  const { smtpUrl, smsWebhookUrl, smsWebhookSecret } = config;
  if (channel === 'mail' && smtpUrl) {
    const { supportEmail } = settingsOf(platform);
    return smtpDelivery({ url: smtpUrl, from: mailSender(platform), replyTo: supportEmail });
  }
  if (channel === 'sms' && smsWebhookUrl && smsWebhookSecret) {
    return smsWebhookDelivery({ url: smsWebhookUrl, secret: smsWebhookSecret });
  }
  if (config.demo) return outboxDelivery;
  return async () => ({ kind: 'refused', reason: `${settingOf[channel]} is not set` });
}

/** Says at start which messages cannot be delivered, so that nobody finds out from a person who waits for a code. */
export function reportDelivery(config: DeliveryConfig, log: Logger): void {
  if (config.demo) return;
  if (!config.smtpUrl) log.warn({ part: 'messages' }, 'Mail is not delivered: SMTP_URL is not set.');
  if (!config.smsWebhookUrl) {
    log.warn({ part: 'messages' }, 'Text messages are not delivered: SMS_WEBHOOK_URL is not set.');
  }
}
