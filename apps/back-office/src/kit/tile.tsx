import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface TileProps {
  label: string;
  value: ReactNode;
  /** A few words on it: the age of the oldest. */
  note?: ReactNode;
  /** The list behind the number. */
  to?: string | undefined;
  tone?: 'warn' | 'bad' | undefined;
}

const tones = { warn: 'text-warn', bad: 'text-sell' } as const;

/** One number of a dashboard, which opens the list behind it. */
export function Tile({ label, value, note, to, tone }: TileProps) {
  const content = (
    <>
      <span className="text-xs text-muted">{label}</span>
      <span className={`num ${tone === undefined ? '' : tones[tone]}`}>{value}</span>
      <span className="min-h-4 text-xs text-muted">{note}</span>
    </>
  );
  if (to === undefined) return <div className="tile">{content}</div>;
  return (
    <Link to={to} className="tile">
      {content}
    </Link>
  );
}
