import { repeat } from '#platform/concurrency/repeat.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { checkSmtp } from './smtp.ts';

interface MailServer {
  /** Why the server of `SMTP_URL` did not take a connection when it was last asked for one. Undefined: it did, or was not asked yet. */
  problem: string | undefined;
}

/** What came of the last connection to the mail server. */
export const mailServer = defineService('mail server', (): MailServer => ({ problem: undefined }));

const checkedEveryMs = 60_000;
/** One that answered is asked again this seldom: the age of the oldest mail tells of an outage sooner. */
const goodForChecks = 10;

type Check = (smtpUrl: string) => Promise<string | undefined>;

/** Connects once, notes what came of it, and logs the begin and the end of an outage. */
export async function checkMailServer(platform: Platform, check: Check = checkSmtp): Promise<void> {
  const { smtpUrl } = platform.config;
  if (smtpUrl === undefined) return;
  const state = mailServer(platform);
  const problem = await check(smtpUrl);
  const before = state.problem;
  state.problem = problem;
  if (problem !== undefined && before === undefined)
    platform.log.warn({ part: 'messages', reason: problem }, 'The mail server cannot be used: mails wait.');
  if (problem === undefined && before !== undefined)
    platform.log.info({ part: 'messages' }, 'The mail server answers again.');
}

/** Connects to the mail server at the start, again each minute while that fails, and every ten minutes otherwise. */
export function watchMailServer(platform: Platform): { stop(): Promise<void> } | undefined {
  if (platform.config.smtpUrl === undefined) return undefined;
  void checkMailServer(platform);
  let turns = 0;
  const stop = repeat(
    checkedEveryMs,
    async () => {
      turns += 1;
      if (mailServer(platform).problem !== undefined || turns % goodForChecks === 0)
        await checkMailServer(platform);
    },
    platform.log,
  );
  return { stop: async () => stop() };
}
