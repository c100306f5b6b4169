import type { Capability } from '@emporion/contracts/rest';
import type { IconName } from '@emporion/web/ui/icon/icon.tsx';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMay } from '#app/me.ts';
import { finders } from './finders.ts';

export interface Found {
  readonly id: string;
  readonly text: string;
  readonly note?: string;
  /** The page that shows it, relative to `/admin`. */
  readonly to: string;
}

/** One kind of thing that the palette finds. An area brings its own, and `finders.ts` names them. */
export interface Finder {
  readonly heading: string;
  readonly icon: IconName;
  readonly capability: Capability;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

/** Typing is over when so long nothing more came. */
const typingMs = 200;
const shortestText = 2;

function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What every area found for the words. */
export function useFound(text: string) {
  const may = useMay();
  const words = useSettled(text);
  const asked = finders.filter(({ capability }) => may(capability));
  const answers = useQueries({
    queries: asked.map(({ heading, find }) => ({
      queryKey: ['find', heading, words],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(words, signal),
      enabled: words.length >= shortestText,
    })),
  });
  const groups = asked.flatMap(({ heading, icon }, index) => {
    const items = answers[index]?.data ?? [];
    return items.length === 0 ? [] : [{ heading, icon, items }];
  });
  return { groups, isFetching: answers.some(({ isFetching }) => isFetching) };
}
