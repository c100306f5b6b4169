const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000];

/** How long it is still, in the two largest units that count: "23 hr 59 min", and seconds in the last minute alone. */
export function timeLeft(leftMs: number, language: string): string {
  const show = (value: number, unit: string): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (leftMs < minuteMs) return show(Math.max(0, Math.ceil(leftMs / secondMs)), 'second');
  const minutes = Math.ceil(leftMs / minuteMs);
  if (minutes < 60) return show(minutes, 'minute');
  if (leftMs < dayMs) {
    const rest = minutes % 60;
    const hours = show(Math.floor(minutes / 60), 'hour');
    return rest === 0 ? hours : `${hours} ${show(rest, 'minute')}`;
  }
  const hours = Math.ceil(leftMs / hourMs);
  const days = show(Math.floor(hours / 24), 'day');
  return hours % 24 === 0 ? days : `${days} ${show(hours % 24, 'hour')}`;
}
