import { useCallback, useEffect, useState } from 'react';

const saidForMs = 4_000;

/** Whether something was refused a moment ago. Every further refusal begins the moment anew. */
export function useRefusal() {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const timer = setTimeout(() => setRefusals(0), saidForMs);
    return () => clearTimeout(timer);
  }, [refusals]);
  const note = useCallback(
    (refused: boolean): void => setRefusals((before) => (refused ? before + 1 : 0)),
    [],
  );
  return { refused: refusals > 0, note };
}
