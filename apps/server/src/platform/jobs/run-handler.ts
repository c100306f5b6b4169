import type { JobHelpers, Task } from 'graphile-worker';
import type { Platform } from '#platform/platform.ts';
import type { JobHandler } from './jobs.ts';

const failureTextMax = 300;

/** A job's failure in words that are fit for a log and a table: what the payload held is left out of them. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

export function taskFor(handler: JobHandler, platform: Platform): Task {
  return async (payload, helpers) => {
    try {
      await handler(payload, {
        platform,
        attempt: helpers.job.attempts,
        isLastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
        signal: signalOf(helpers),
      });
    } catch (error) {
      throw new JobFailure(describeFailure(error, payload));
    }
  };
}

function signalOf({ abortSignal }: JobHelpers): AbortSignal {
  return abortSignal ?? new AbortController().signal;
}

/** The worker keeps this text with the job and we log it, and errors like to quote what they were given. */
export function describeFailure(error: unknown, payload: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const secrets = payloadTexts(payload).sort((one, other) => other.length - one.length);
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[payload]'), text);
  return clean.slice(0, failureTextMax);
}

function payloadTexts(payload: unknown): string[] {
  if (typeof payload === 'string') return payload.length > 3 ? [payload] : [];
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.values(payload).flatMap(payloadTexts);
}
