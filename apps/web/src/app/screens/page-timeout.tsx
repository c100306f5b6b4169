import { useEffect, useState } from 'react';
import { activeLanguage } from '#api/active-language.ts';
import { timeoutTexts } from '#language/timeout-texts.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { reloadDelayMs } from '../page-time-limit.ts';
import { mayReload } from '../reload-count.ts';

function reloadPage(): void {
  window.location.reload();
}

/** Says that the page did not arrive, and loads it again by itself until the bound is reached. */
export function PageTimeoutScreen({ reload = reloadPage }: { reload?: () => void }) {
  const texts = timeoutTexts[activeLanguage()];
  const [reloads] = useState(() => mayReload());

  useEffect(() => {
    if (!reloads) return;
    const timer = setTimeout(reload, reloadDelayMs);
    return () => clearTimeout(timer);
  }, [reloads, reload]);

  return (
    <section
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-16 text-center"
    >
      <Icon name="clock" size={40} className="text-muted" />
      <p className="text-md">{reloads ? texts.message : texts.stopped}</p>
      <Button onClick={reload}>{texts.reload}</Button>
    </section>
  );
}
