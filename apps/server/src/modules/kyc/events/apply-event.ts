import type { VerificationEvent, VerificationResult } from '@emporion/contracts/verification';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { advanceQuietly } from '../advance.ts';
import {
  type ApplicationRow,
  isOverTime,
  leastLately,
  listApplications,
  lockApplication,
  markTried,
  step,
} from '../application.ts';
import { declarationOf } from '../declaration.ts';
import { isOddNumber } from '../document-number.ts';
import { markOf, sealNumber } from '../documents.ts';
import { ProviderNonsense, ProviderUnavailable } from '../provider/provider.ts';
import { spendNonce } from '../provider/signed-message.ts';
import { providerOf } from '../provider/the-provider.ts';

/** `late`: it came twice, after what follows it, or about what was declared before. `refused`: it speaks of nothing that we know. Neither changes anything. */
type Outcome = 'applied' | 'late' | 'refused';

/**
 * Takes note of what the provider says, once: the nonce, the event and what it changes stand together or not at all. Events may come twice, late and in any order:
 * each carries the number of what it tells, and one below what is known changes nothing.
 *
 * @throws Problem invalid_nonce.
 */
export async function applyEvent(
  platform: Platform,
  { event, nonce }: { event: VerificationEvent; nonce: string | null },
): Promise<Outcome> {
  const { id, result } = event;
  const now = platform.clock.now();
  const outcome = await platform.database.kysely.transaction().execute(async (transaction) => {
    if (nonce !== null) await spendNonce(transaction, nonce, now);
    const application = await lockApplication(transaction, result.application);
    const { rows } = await sql`
      insert into kyc_events (event, application_id, sequence, verdict, outcome, received_at)
      values (${id}, ${application?.id ?? null}, ${result.sequence}, ${result.verdict}, 'late', ${now})
      on conflict do nothing returning event
    `.execute(transaction);
    if (rows.length === 0) return 'late';
    const became = application ? await applyResult(transaction, platform, application, result) : 'refused';
    await sql`update kyc_events set outcome = ${became} where event = ${id}`.execute(transaction);
    return became;
  });
  if (outcome === 'refused')
    platform.log.error(
      { part: 'kyc', event: id },
      'the provider spoke of an application that we do not know',
    );
  if (outcome === 'applied') await advanceQuietly(platform, result.application);
  return outcome;
}

async function applyResult(
  transaction: QueryExecutorProvider,
  platform: Platform,
  application: ApplicationRow,
  { verdict, reasons, document, files, ...result }: VerificationResult,
): Promise<Outcome> {
  const { config, clock } = platform;
  const { id, stage, sequence } = application;
  if (stage === 'approved' && verdict === 'rejected' && result.sequence > sequence)
    await warn(transaction, platform, { application, reasons, sequence: result.sequence });
  if (stage !== 'submitted' || result.sequence <= sequence) return 'late';
  // What was found about somebody else, or for less, says nothing of what is declared now.
  if (result.declaration !== declarationOf(application)) return 'late';
  const set = sql`
    sequence = ${result.sequence}, verdict = ${verdict}, reasons = ${reasons}, document_type = ${document.type},
    document_number = ${sealNumber(config, id, document.number)}, document_expires_on = ${document.expires},
    document_ends_at = ${document.ends ?? null}, address_issued_on = ${result.address_issued ?? null},
    document_mark = ${markOf(config, document.number)}, number_odd = ${isOddNumber(document.number)}, tried_at = null, files = ${JSON.stringify(files)}::jsonb
  `;
  const isStepped = await step(transaction, { id, from: 'submitted', to: 'checked', now: clock.now(), set });
  return isStepped ? 'applied' : 'late';
}

/** What is said against somebody who is verified changes nothing by itself: it flags the account, and puts the verification on the desk of staff. */
async function warn(
  transaction: QueryExecutorProvider,
  { clock, log }: Platform,
  {
    application: { id, userId },
    reasons,
    sequence,
  }: { application: ApplicationRow; reasons: VerificationResult['reasons']; sequence: number },
): Promise<void> {
  await sql`
    update kyc_applications set warned_at = ${clock.now()}, warned_reasons = ${reasons}, sequence = ${sequence} where id = ${id}
  `.execute(transaction);
  await sql`update users set flagged = true, staff_version = staff_version + 1 where id = ${userId}`.execute(
    transaction,
  );
  log.warn(
    { part: 'kyc', application: id, userId, reasons },
    'the provider rejects somebody who is verified',
  );
}

/** So long nobody asks: an event usually comes within moments. */
const patienceMs = 120_000;
const atOnce = 50;

/** Asks the provider about what was handed in and of which it has not told how it ended. */
export async function pollSubmitted(platform: Platform): Promise<void> {
  const provider = providerOf(platform).find();
  if (!provider) return;
  const before = new Date(platform.clock.now().getTime() - patienceMs);
  const waiting = await listApplications(
    platform.database.kysely,
    sql`own.stage = 'submitted' and own.updated_at < ${before} order by ${leastLately} limit ${atOnce}`,
  );
  const began = performance.now();
  for (const application of waiting) {
    if (isOverTime(began)) return;
    const { id } = application;
    try {
      await markTried(platform, id);
      const result = await provider.find(id);
      if (!result) continue;
      // It checked what was declared before: it knows the rest by now.
      if (result.declaration !== declarationOf(application)) {
        await provider.submit(id);
        continue;
      }
      await applyEvent(platform, { event: { id: `poll:${id}:${result.sequence}`, result }, nonce: null });
    } catch (err) {
      platform.log.warn({ part: 'kyc', err, application: id }, 'the provider could not be asked');
      // What is wrong with one of them keeps nobody else waiting; a provider that is not there does.
      if (err instanceof ProviderUnavailable && !(err instanceof ProviderNonsense)) return;
    }
  }
}
