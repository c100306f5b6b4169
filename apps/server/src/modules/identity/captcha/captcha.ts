import { timingSafeEqual } from 'node:crypto';
import { createChallenge } from 'altcha-lib/v1';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { keyFor } from '../keys.ts';
import { puzzleNumberMax as numberMax } from '../work-factors.ts';

export type CaptchaAction = 'login' | 'registration' | 'reset' | 'support';

const algorithm = 'SHA-256';
/** Long enough for a person who fills in a form after the puzzle was solved for them. */
const lifeMs = 20 * 60_000;

const Solution = z.object({
  algorithm: z.literal(algorithm),
  challenge: z.string().max(128),
  number: z.int().min(0).max(numberMax),
  salt: z.string().max(256),
  signature: z.string().max(128),
});

type Needs = Pick<Platform, 'config' | 'clock'>;

/** A puzzle for one action. The server keeps nothing of it: the signature tells whether it is ours. */
export async function newPuzzle({ config, clock }: Needs, action: CaptchaAction) {
  const { challenge, salt, signature } = await createChallenge({
    algorithm,
    hmacKey: hmacKeyOf(config),
    maxnumber: numberMax,
    expires: new Date(clock.now().getTime() + lifeMs),
    params: { action },
  });
  return { algorithm, challenge, salt, signature, maxnumber: numberMax };
}

/**
 * Takes a solved puzzle, once.
 *
 * @throws Problem `wrong_captcha` when there is none, or it is wrong, for something else, expired or used.
 */
export async function spendCaptcha(
  db: QueryExecutorProvider,
  platform: Needs,
  { captcha, action }: { readonly captcha: string | undefined; readonly action: CaptchaAction },
): Promise<void> {
  const solved = await readSolved(platform, { captcha, action });
  const isFresh = solved && (await markUsed(db, solved));
  if (!isFresh) throw new Problem('wrong_captcha', { fields: { captcha: { code: 'wrong_captcha' } } });
}

export interface Solved {
  readonly challenge: string;
  readonly expires: Date;
}

/** A right solution of a puzzle of ours, whether or not it was used. Undefined for any other. */
export async function readSolved(
  platform: Needs,
  { captcha, action }: { readonly captcha: string | undefined; readonly action: CaptchaAction },
): Promise<Solved | undefined> {
  const solution = readSolution(captcha);
  const expires = solution && (await expiryOf(platform, { solution, action }));
  return expires && { challenge: solution.challenge, expires };
}

function readSolution(captcha: string | undefined): z.infer<typeof Solution> | undefined {
  if (captcha === undefined) return undefined;
  try {
    return Solution.parse(JSON.parse(Buffer.from(captcha, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** When a solution that is right and for this action expires. Undefined for any other, also for one too late. */
async function expiryOf(
  { config, clock }: Needs,
  { solution, action }: { readonly solution: z.infer<typeof Solution>; readonly action: CaptchaAction },
): Promise<Date | undefined> {
  const { salt, number } = solution;
  const expected = await createChallenge({ algorithm, hmacKey: hmacKeyOf(config), salt, number });
  const isOurs =
    isSame(expected.challenge, solution.challenge) && isSame(expected.signature, solution.signature);
  if (!isOurs) return undefined;
  const params = new URLSearchParams(salt.split('?')[1] ?? '');
  const expires = new Date(Number(params.get('expires')) * 1000);
  return params.get('action') === action && expires > clock.now() ? expires : undefined;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function markUsed(db: QueryExecutorProvider, { challenge, expires }: Solved): Promise<boolean> {
  const { rows } = await sql`
    insert into used_captchas (challenge, expires_at) values (${challenge}, ${expires})
    on conflict do nothing returning challenge
  `.execute(db);
  return rows.length > 0;
}

function hmacKeyOf(config: Needs['config']): string {
  return keyFor(config, 'captcha').toString('hex');
}
