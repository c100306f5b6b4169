import { z } from 'zod';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { chooseDelivery } from './delivery/choose-delivery.ts';
import { noteDelivery } from './delivery/delivery-state.ts';
import { beginAttempt, markDelivered, markProblem } from './message-store.ts';

const Payload = z.object({ message: z.uuid() });

/** Thrown to have the job tried again later. */
class DeliveryPostponed extends Error {
  override readonly name = 'DeliveryPostponed';
}

/**
 * Delivers one message. It happens at least once: a process that dies between the delivery and the note of it repeats
 * the delivery under the same message id.
 */
export const deliverMessage: JobHandler = async (payload, { platform, isLastAttempt, signal }) => {
  const db = platform.database.kysely;
  const message = await beginAttempt(db, Payload.parse(payload).message);
  if (!message) return;
  const outcome = await chooseDelivery(message.channel, platform)(message, signal);
  await noteDelivery(platform, message.channel, outcome);
  if (outcome.kind === 'delivered') {
    await markDelivered(db, message.id);
    return;
  }
  const { reason, detail = reason } = outcome;
  const final = outcome.kind === 'refused' || isLastAttempt;
  await markProblem(db, message.id, { problem: detail, final });
  if (!final) throw new DeliveryPostponed(reason);
  const { id, channel, template } = message;
  platform.log.error({ part: 'messages', message: id, channel, template, reason }, 'A message failed.');
};
