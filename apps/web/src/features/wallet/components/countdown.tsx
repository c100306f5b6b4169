import { useTranslation } from '#ui/text/use-translation.ts';
import { timeLeft } from '../model/time-left.ts';
import { useNow } from './use-now.ts';

/** How long it is until a moment. It is not said aloud as it counts: a voice every second would drown everything. */
export function Countdown({ until }: { until: string }) {
  const { i18n } = useTranslation();
  const untilMs = Date.parse(until);
  return <span className="num whitespace-nowrap">{timeLeft(untilMs - useNow(untilMs), i18n.language)}</span>;
}
