import type { Channel } from '#platform/messages/messages.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import type { DeliveryOutcome } from './delivery.ts';
import { checkMailServer, mailServer } from './mail-server.ts';

/** After a text message failed the next one is tried so much later: only a message shows how the service is. */
const smsRestMs = 60_000;

interface SmsService {
  /** When the last text message could not be handed over. Undefined: it could. */
  failedAt: Date | undefined;
}

const smsService = defineService('sms service', (): SmsService => ({ failedAt: undefined }));

/** Notes how a delivery went. After a mail that has to wait the mail server is asked again at once. */
export async function noteDelivery(
  platform: Platform,
  channel: Channel,
  { kind }: DeliveryOutcome,
): Promise<void> {
  if (channel === 'sms') {
    smsService(platform).failedAt = kind === 'postponed' ? platform.clock.now() : undefined;
  } else if (kind === 'postponed') await checkMailServer(platform);
}

/** Whether a message of the channel that is written now can be expected to arrive soon. */
export function canDeliver(platform: Platform, channel: Channel): boolean {
  return channel === 'sms' ? canText(platform) : canMail(platform);
}

function canMail(platform: Platform): boolean {
  const { demo, smtpUrl } = platform.config;
  return (demo || smtpUrl !== undefined) && mailServer(platform).problem === undefined;
}

function canText(platform: Platform): boolean {
  const { demo, smsWebhookUrl } = platform.config;
  if (smsWebhookUrl === undefined) return demo;
  const { failedAt } = smsService(platform);
  return failedAt === undefined || platform.clock.now().getTime() - failedAt.getTime() >= smsRestMs;
}
