/** Counts messages, or bytes, against a burst that refills steadily. */
export interface MessageBudget {
  /** False when the budget is used up. */
  take(amount?: number): boolean;
}

export function createMessageBudget(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number = () => performance.now(),
): MessageBudget {
  let left = burst;
  let countedAtMs = nowMs();
  return {
    take(amount = 1) {
      const atMs = nowMs();
      left = Math.min(burst, left + ((atMs - countedAtMs) / 1000) * perSecond);
      countedAtMs = atMs;
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}
