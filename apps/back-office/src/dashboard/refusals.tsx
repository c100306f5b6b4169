import type { Dashboard } from '@emporion/contracts/rest';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { inWords } from '#kit/badge.tsx';

/** What people asked for and did not get, by the reason they were told. Nobody keeps a list of them: a hostile program makes thousands. */
export function Refusals({ refusals: { count, codes } }: Pick<Dashboard, 'refusals'>) {
  return (
    <Card title="Refused, 24 hours">
      {count === 0 ? (
        <p className="text-muted">Nobody was refused anything.</p>
      ) : (
        <>
          <p className="pb-2 text-muted">
            {`${count.toLocaleString('en')} ${count === 1 ? 'change was' : 'changes were'} refused, by the reason that people were told.`}
          </p>
          <dl className="facts">
            {codes.map(({ code, count: times }) => (
              <div key={code}>
                <dt>{inWords(code)}</dt>
                <dd className="num">{times.toLocaleString('en')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
