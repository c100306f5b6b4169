import type { Area } from '@emporion/i18n';
import { type Translate, texts } from '@emporion/i18n/texts';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The texts as components use them. A new object stands for each change of language, so that what is memoised follows. */
function createTranslation() {
  const t: Translate = (key, params) => texts.t(key, params);
  return { t, i18n: texts };
}

let translation = createTranslation();
const listeners = new Set<() => void>();

texts.onChange(() => {
  translation = createTranslation();
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => translation;

/** Texts in the language of the moment: `const { t } = useTranslation()`. A change of language draws the component anew. */
export function useTranslation() {
  return useSyncExternalStore(subscribe, read);
}

/** Fetches an area's texts unless they are here, and draws the component anew when they have come. */
export function useArea(area: Area): void {
  const [, drawAgain] = useState(0);
  useEffect(() => {
    let isAsking = true;
    if (texts.hasArea(area)) return;
    void texts.load(area).then(() => {
      if (isAsking) drawAgain((times) => times + 1);
    });
    return () => {
      isAsking = false;
    };
  }, [area]);
}
