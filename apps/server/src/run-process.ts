import { setTimeout as wait } from 'node:timers/promises';
import { faultLocation } from '#platform/log/fault-location.ts';
import { BackgroundErrors } from '#platform/startup/background-errors.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/** Something that serves until it is stopped. */
export interface RunningServer {
  readonly url: string;
  /** Resolves when everything is closed: with nothing after `stop`, with the cause after a fault. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts it and runs it until a signal ends it. Every way out leaves nothing running behind. A start that takes long looks at the signal between its steps
 * and ends with its reason.
 */
export async function runUntilEnded(
  start: (stopping: AbortSignal, background: BackgroundErrors) => Promise<RunningServer>,
): Promise<void> {
  const stopping = new AbortController();
  const background = new BackgroundErrors();
  process.on('unhandledRejection', (reason) => background.report(reason));
  const starting = start(stopping.signal, background);
  stopOnSignals(starting, stopping);
  keepTracesOut();
  try {
    const server = await starting;
    const cause = await server.ended;
    if (cause) complain(cause);
  } catch (error) {
    // A signal goes to our children too, and what was the matter with them may be known before it.
    await wait(10);
    if (!stopping.signal.aborted) complain(error);
  }
  // What still hangs on by now (a keep-alive, a timer) must not keep the process.
  process.exit();
}

/** The worker of the jobs prints a trace of what it also tells its logger. Whoever reads the terminal is helped by the sentence alone. */
function keepTracesOut(): void {
  console.trace = () => undefined;
}

function complain(error: unknown): void {
  process.exitCode = 1;
  process.stderr.write(`${sentenceFor(error)}\n`);
}

function sentenceFor(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return `The server failed: ${String(error)}`;
  return `The server failed: ${error.message} (at ${faultLocation(error) ?? 'an unknown place'}). This is a bug; please report it.`;
}

/** Ctrl-C in a terminal reaches us twice, from the terminal and from npm; only a later one is a person's impatience. */
const impatienceMs = 1_000;

/** The first signal stops in good order, also in the middle of a start; a second Ctrl-C does not wait for anybody. */
function stopOnSignals(starting: Promise<RunningServer>, stopping: AbortController): void {
  let askedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined) {
        if (signal === 'SIGINT' && Date.now() - askedAt > impatienceMs) process.exit(130);
        return;
      }
      askedAt = Date.now();
      process.stdout.write('\nStopping …\n');
      stopping.abort();
      void starting.then((server) => server.stop()).catch(() => undefined);
    });
  }
}
