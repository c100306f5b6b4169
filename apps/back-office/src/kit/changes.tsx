type Values = Readonly<Record<string, unknown>>;

function text(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.map(text).join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was there before and what is there now, field by field; what stayed as it was is left out. */
export function Changes({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => text(before[name]) !== text(after[name]));
  if (changed.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="flex flex-col gap-0.5">
      {changed.map((name) => (
        <li key={name} className="whitespace-normal wrap-anywhere">
          <span className="text-muted">{name.replaceAll('_', ' ')}: </span>
          {before[name] !== undefined && (
            <>
              <del className="text-muted">{text(before[name])}</del>
              {' → '}
            </>
          )}
          <ins className="no-underline">{text(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}
