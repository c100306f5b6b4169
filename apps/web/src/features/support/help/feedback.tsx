import { useState } from 'react';
import { call } from '#api/api.ts';
import { helpEndpoints } from '#api/contract/help.ts';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { browserId, keepRating, ratingOf } from './browser-id.ts';

/** Whether an article helped, asked once. */
export function Feedback({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const [rated, setRated] = useState(() => ratingOf(slug));
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');
  const rate = async (helpful: boolean): Promise<void> => {
    setState('pending');
    const result = await call(helpEndpoints.rate, {
      params: { slug },
      body: { helpful, browser: browserId() },
    });
    setState(result.ok ? 'idle' : 'failed');
    if (!result.ok) return;
    keepRating(slug, helpful);
    setRated(helpful);
  };
  return (
    <div
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-y hairline py-3"
      aria-live="polite"
    >
      {rated === null ? (
        <>
          <p className="font-semibold">{t('help.helpful.ask')}</p>
          <div className="flex gap-2">
            {([true, false] as const).map((helpful) => (
              <Button
                key={String(helpful)}
                color="black"
                disabled={state === 'pending'}
                onClick={() => void rate(helpful)}
              >
                {t(helpful ? 'help.helpful.yes' : 'help.helpful.no')}
              </Button>
            ))}
          </div>
          {state === 'failed' && (
            <p role="alert" className="text-sell">
              {t('help.helpful.failed')}
            </p>
          )}
        </>
      ) : (
        <p className="text-muted">{t(rated ? 'help.helpful.thanks' : 'help.helpful.sorry')}</p>
      )}
    </div>
  );
}
