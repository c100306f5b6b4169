import { figureText } from './amount-text.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value as people read it. */
export function valueText(name: string, value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(', ') || '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Such as a title in each of its languages.
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([part, each]) => `${part.replaceAll('_', ' ')}: ${valueText(part, each)}`)
        .join(', ') || '–'
    );
  return figureText(name, String(value));
}

interface ChangesProps {
  before: Values;
  after: Values;
  /** What fields are called; without it their names are read as words. */
  labels?: Readonly<Record<string, string>>;
}

/** What was there before and what is there now, field by field; what stayed as it was is left out. */
export function Changes({ before, after, labels = {} }: ChangesProps) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => valueText(name, before[name]) !== valueText(name, after[name]));
  if (changed.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="flex flex-col gap-0.5">
      {changed.map((name) => (
        <li key={name} className="whitespace-normal wrap-anywhere">
          <span className="text-muted">{`${labels[name] ?? name.replaceAll('_', ' ')}: `}</span>
          {before[name] !== undefined && (
            <>
              <del className="text-muted">{valueText(name, before[name])}</del>
              {' → '}
            </>
          )}
          <ins className="no-underline">{valueText(name, after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}
