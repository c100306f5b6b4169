/** Counts messages against a burst that refills steadily. */
export interface MessageBudget {
  /** False when the budget is used up. */
  take(): boolean;
}

export function createMessageBudget(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number,
): MessageBudget {
  let left = burst;
  let countedAtMs = nowMs();
  return {
    take() {
      const atMs = nowMs();
      left = Math.min(burst, left + ((atMs - countedAtMs) / 1000) * perSecond);
      countedAtMs = atMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
