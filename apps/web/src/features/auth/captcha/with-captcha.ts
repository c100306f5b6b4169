import { fail, type Result } from '@emporion/kernel';
import { call } from '#api/api.ts';
import { type ApiFailure, hasCode, networkFailure } from '#api/failure.ts';
import { withContract } from '#api/with-contract.ts';
import type { Puzzle } from './solve.ts';

export interface CaptchaQuestion {
  readonly action: 'login' | 'registration' | 'reset' | 'support';
  readonly email: string;
  readonly device?: string | undefined;
}

interface Captcha {
  readonly question: CaptchaQuestion;
  /** Told when the browser begins to work on a puzzle, and when it is done. */
  readonly onSolving: (solving: boolean) => void;
}

function ask(question: CaptchaQuestion) {
  return withContract(
    () => import('#api/contract/login.ts'),
    ({ gateEndpoints }) => call(gateEndpoints.checkCaptcha, { body: question }),
  );
}

/** The puzzle is seldom asked for, so what solves it comes when it is. */
async function solve(puzzle: Puzzle, onSolving: Captcha['onSolving']): Promise<string | undefined> {
  onSolving(true);
  try {
    const { solvePuzzle } = await import('./solver.ts');
    return await solvePuzzle(puzzle);
  } finally {
    onSolving(false);
  }
}

/**
 * Sends something that may need a solved puzzle. A puzzle that ran out, or was asked for only now, is solved once more:
 * nobody should have to press again for it.
 */
export async function withCaptcha<Value>(
  { question, onSolving }: Captcha,
  send: (captcha: string | undefined) => Promise<Result<Value, ApiFailure>>,
): Promise<Result<Value, ApiFailure>> {
  const attempt = async (always: boolean): Promise<Result<Value, ApiFailure>> => {
    const asked = await ask(question);
    if (!asked.ok) return asked;
    if (!asked.value.required && !always) return send(undefined);
    try {
      return send(await solve(asked.value.challenge, onSolving));
    } catch {
      return fail(networkFailure);
    }
  };
  const first = await attempt(false);
  if (first.ok || !hasCode(first.failure, 'wrong_captcha')) return first;
  return attempt(true);
}
