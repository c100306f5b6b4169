import { InvariantError } from '@emporion/kernel';
import { isOutOfSpace } from '#platform/database/out-of-space.ts';
import { isDatabaseUnreachable } from '#platform/http/errors/database-unreachable.ts';
import { countedBackgroundErrors } from '#platform/metrics/count-background-errors.ts';
import type { Platform } from '#platform/platform.ts';

export interface BackgroundListener extends Pick<Platform, 'log' | 'metrics'> {
  /** Ends the server in good order. */
  readonly onFault: (cause: unknown) => void;
}

/**
 * Receives the errors of promises that no caller awaits, such as those of a timer. Each is logged and counted, and
 * the server goes on: what failed runs again at its next turn. A broken invariant ends the server.
 */
export class BackgroundErrors {
  #handle: ((error: unknown) => void) | undefined;

  /** From here on errors have a log and a metric. */
  listen({ log, metrics, onFault }: BackgroundListener): void {
    const count = countedBackgroundErrors(metrics);
    this.#handle = (error) => {
      if (error instanceof InvariantError) {
        onFault(error);
        return;
      }
      // The owner of the database says what happened, and stops the server where it must.
      if (isDatabaseUnreachable(error)) {
        count('database_unreachable');
        log.debug({ err: error, part: 'background' }, 'a background task lost the database');
        return;
      }
      const isFull = isOutOfSpace(error);
      count(isFull ? 'disk_full' : 'other');
      log.error(
        { err: error, part: 'background' },
        isFull
          ? 'The disk of the database is full, so a background task failed: free some space. It is tried again.'
          : 'A background task failed. The server goes on, and the task is tried again at its next turn.',
      );
    };
  }

  report(error: unknown): void {
    if (this.#handle) {
      this.#handle(error);
      return;
    }
    if (isDatabaseUnreachable(error)) return;
    if (error instanceof InvariantError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`A background task failed: ${reason}\n`);
  }
}
