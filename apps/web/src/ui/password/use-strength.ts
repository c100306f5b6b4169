import { useEffect, useRef, useState } from 'react';
import type { PasswordRating } from './rate-password.ts';
import { type Rater, startRater } from './rater.ts';

/** Rates one password after the other. What was typed while it was busy is skipped, except for the last. */
function createGauge(show: (rating: PasswordRating | null) => void) {
  let rater: Rater | null = null;
  let busy = false;
  let next: { password: string; related: readonly string[] } | null = null;
  let stopped = false;

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    while (next !== null && !stopped) {
      const question = next;
      next = null;
      try {
        rater ??= startRater();
        const rating = await rater.rate(question);
        if (next === null && !stopped) show(rating);
      } catch {
        // Without its lists the meter stays away; the server judges in any case.
        show(null);
      }
    }
    busy = false;
  }
  return {
    ask(password: string, related: readonly string[]): void {
      next = { password, related };
      void work();
    },
    stop(): void {
      stopped = true;
      rater?.stop();
    },
  };
}

/** How strong a password is, a moment after it was typed, and whether it would be taken. Null: nothing to say. */
export function useStrength(password: string, related: readonly string[]): PasswordRating | null {
  const [rating, setRating] = useState<PasswordRating | null>(null);
  const gaugeRef = useRef<ReturnType<typeof createGauge> | null>(null);
  const words = related.join('\n');

  useEffect(() => {
    if (password === '') return;
    gaugeRef.current ??= createGauge(setRating);
    gaugeRef.current.ask(password, words.split('\n'));
  }, [password, words]);

  useEffect(
    () => () => {
      gaugeRef.current?.stop();
      gaugeRef.current = null;
    },
    [],
  );
  return password === '' ? null : rating;
}
