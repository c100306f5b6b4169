import { VerificationEvent } from '@emporion/contracts/verification';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { countHook, RateLimit } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/platform.ts';
import { requireSigned } from '../provider/signed-message.ts';
import { hookPath, providerOf } from '../provider/the-provider.ts';
import { applyEvent } from './apply-event.ts';

const bodyBytesMax = 16_384;
/** Of one address: strangers are refused before anything is read from the database. */
const callsPerMinute = 600;

/**
 * Where the provider tells what it found. What is signed is the body as it came, so it is read as text. It answers once the event is kept: what follows from it is
 * done then or by the job. Refused by name: invalid_signature, timestamp_too_old, invalid_nonce for a message that was sent before, missing_required_header,
 * invalid_request_format.
 */
export async function addWebhookRoute(app: App, platform: Platform): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      hookPath,
      { onRequest: countHook(new RateLimit(callsPerMinute)), schema: { hide: true } },
      async (request) => {
        const provider = providerOf(platform).find();
        if (!provider) throw new Problem('not_found');
        const body = typeof request.body === 'string' ? request.body : '';
        const nonce = requireSigned(
          provider.secret,
          { headers: request.headers, path: hookPath, body },
          platform.clock.now(),
        );
        await applyEvent(platform, { event: readEvent(body), nonce });
        return {};
      },
    );
  });
}

/** @throws Problem invalid_request_format. */
function readEvent(body: string): VerificationEvent {
  try {
    return VerificationEvent.parse(JSON.parse(body));
  } catch {
    throw new Problem('invalid_request_format');
  }
}
