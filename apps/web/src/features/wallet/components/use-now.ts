import { useEffect, useState } from 'react';

/** The time in milliseconds, anew every second until a moment has passed; a tab that slept catches up with its next tick. */
export function useNow(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (Date.now() >= untilMs) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return now;
}
