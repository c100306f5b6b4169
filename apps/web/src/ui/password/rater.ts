import type { PasswordRating, RateQuestion } from './rate-password.ts';

export interface Rater {
  rate(question: RateQuestion): Promise<PasswordRating>;
  stop(): void;
}

function raterInWorker(): Rater {
  const worker = new Worker(new URL('./strength-worker.ts', import.meta.url), { type: 'module' });
  return {
    rate: (question) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<PasswordRating>) => resolve(data);
        worker.onerror = () => reject(new Error('The strength of the password could not be rated.'));
        worker.postMessage(question);
      }),
    stop: () => worker.terminate(),
  };
}

/** Where there are no workers the rating runs between two key presses. */
function raterInPage(): Rater {
  return {
    rate: async (question) => (await import('./rate-password.ts')).ratePassword(question),
    stop: () => {},
  };
}

/** Answers one question at a time: ask the next when the last is answered. */
export function startRater(): Rater {
  return typeof Worker === 'function' ? raterInWorker() : raterInPage();
}
