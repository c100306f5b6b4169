import pg from 'pg';
import { Bell } from './bell.ts';
import { type JournalProjection, openProjection } from './project-journal.ts';

/** How far the projections have come. */
export interface Reached {
  readonly batch: number;
  readonly event: number;
}

export interface ProjectorOptions {
  /** The address of the database, password included. */
  readonly url: string;
  /** Before it looks at the journal: whatever is appended from now on, it may have to be woken for. */
  readonly onLook?: () => void;
  /** After every transaction, and once when it begins. */
  readonly onReached: (reached: Reached) => void;
  /** It tries again by itself: trading does not depend on it, but somebody should know. */
  readonly onFault: (error: unknown) => void;
  /** How long it gathers after a transaction at least and at most. Between these, it rests twice as long as it worked. */
  readonly gatherMs?: { readonly least: number; readonly most: number };
  /** How often it looks by itself, for a ring that was never heard. */
  readonly pollMs?: number;
  /** A question that is not answered for so long never will be: the connection is given up. */
  readonly queryTimeoutMs?: number;
}

export interface Projector {
  /** Tells that the journal has grown. */
  wake(): void;
  /** Resolves when the transaction under way has ended. */
  stop(): Promise<void>;
}

/** In quiet hours nobody notices the one; in busy hours the other lets many orders come and go within one transaction. */
const defaultGatherMs = { least: 10, most: 200 };
const restFactor = 2;
const defaultQueryTimeoutMs = 120_000;
const retryMs = 100;
const retryMsMax = 5_000;

/** Projects the journal as it grows, for as long as it is let. */
export function startProjector(options: ProjectorOptions): Projector {
  const { onFault, gatherMs = defaultGatherMs, pollMs = 1_000 } = options;
  const journal = new Bell();
  const end = new Bell();
  let stopped = false;
  let failures = 0;

  const follow = async (projection: JournalProjection) => {
    const tell = () => options.onReached({ batch: projection.tip.batch, event: projection.tip.event });
    tell();
    while (!stopped) {
      const began = performance.now();
      options.onLook?.();
      const done = await projection.advance();
      if (done === 'none') {
        await journal.wait(pollMs);
        continue;
      }
      failures = 0;
      tell();
      if (done === 'part' || stopped) continue;
      const restMs = restFactor * (performance.now() - began);
      await end.wait(Math.min(Math.max(restMs, gatherMs.least), gatherMs.most));
    }
  };

  const run = async () => {
    while (!stopped) {
      try {
        await withConnection(options, async (client) => follow(await openProjection(client)));
      } catch (error) {
        failures += 1;
        onFault(error);
        await end.wait(Math.min(retryMs * 2 ** failures, retryMsMax));
      }
    }
  };
  const ended = run();
  return {
    wake: () => journal.ring(),
    stop: async () => {
      stopped = true;
      journal.ring();
      end.ring();
      await ended;
    },
  };
}

async function withConnection(
  { url, queryTimeoutMs = defaultQueryTimeoutMs }: ProjectorOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'emporion projections',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
  });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
