import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * False until a task of its own after the first drawing: what is drawn with true then does not lengthen the
 * task of its neighbours. A deferred render is no way out, for it begins anew with each live update and can be put off
 * for seconds.
 */
export function useOwnTask(): boolean {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => flushSync(() => setBegun(true)));
    return () => clearTimeout(timer);
  }, []);
  return begun;
}
