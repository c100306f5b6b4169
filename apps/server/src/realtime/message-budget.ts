/** Counts messages, or bytes, against a burst that refills steadily. */
export interface MessageBudget {
  /** False when the budget is used up. */
  take(amount?: number): boolean;
  /** Whether nothing of it is missing. */
  isFull(): boolean;
}

export function createMessageBudget(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number = () => performance.now(),
): MessageBudget {
  let left = burst;
  let countedAtMs = nowMs();
  const refill = (): void => {
    const atMs = nowMs();
    left = Math.min(burst, left + ((atMs - countedAtMs) / 1000) * perSecond);
    countedAtMs = atMs;
  };
  return {
    take(amount = 1) {
      refill();
      if (left < amount) return false;
      left -= amount;
      return true;
    },
    isFull() {
      refill();
      return left === burst;
    },
  };
}
