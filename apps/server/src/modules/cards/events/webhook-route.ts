import { AcquirerEvent } from '@emporion/contracts/acquirer';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { countHook, RateLimit } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/platform.ts';
import { acquirersOf, hookPath } from '../acquirer/acquirers.ts';
import { requireSigned } from '../acquirer/signed-message.ts';
import { applyEvent } from './apply-event.ts';

const bodyBytesMax = 16_384;
/** Of one address: an acquirer may have much to say, and strangers are refused before anything is read from the database. */
const callsPerMinute = 6_000;

/**
 * Where acquirers tell what happened. What is signed is the body as it came, so it is read as text. It answers once the event is kept: what follows from it is
 * done then or by the job.
 */
export async function addWebhookRoute(app: App, platform: Platform): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { system: string } }>(
      `${hookPath}:system`,
      { onRequest: countHook(new RateLimit(callsPerMinute)), schema: { hide: true } },
      async (request) => {
        const { system } = request.params;
        const acquirer = acquirersOf(platform).find(system);
        if (!acquirer) throw new Problem('not_found');
        const body = typeof request.body === 'string' ? request.body : '';
        requireSigned(acquirer.secret, { headers: request.headers, body }, platform.clock.now());
        await applyEvent(platform, system, readEvent(body));
        return {};
      },
    );
  });
}

/** @throws Problem invalid_request_format. */
function readEvent(body: string): AcquirerEvent {
  try {
    return AcquirerEvent.parse(JSON.parse(body));
  } catch {
    throw new Problem('invalid_request_format');
  }
}
