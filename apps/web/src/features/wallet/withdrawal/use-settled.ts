import { useEffect, useState } from 'react';

const settleMs = 300;

/** A value once nobody has changed it for a moment, so that the server is not asked for every key. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
