import type { ExportFormat } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { DownloadProgress, ExportRequest } from './download.ts';

const formats = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ExportFormat[];

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser reads it after the click; letting it go at once would leave it nothing to read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface Work {
  readonly request: ExportRequest;
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  readonly t: Translate;
  onProgress(progress: DownloadProgress): void;
}

/** Fetches one file and saves it, and says how it went. */
async function exportFile({ request, t, ...options }: Work): Promise<void> {
  const { download } = await import('./download.ts');
  const answer = await download(request, options);
  if (options.signal.aborted) return;
  if (!answer.ok) {
    await loadTexts('errors').catch(() => {});
    const description = refusalOf(answer.failure, t).message;
    showToast({ type: 'error', title: t('downloads.failed'), description });
    return;
  }
  const { file, name, totalRows } = answer.value;
  if (totalRows === 0) {
    showToast({ type: 'info', title: t('downloads.none') });
    return;
  }
  saveFile(file, name);
  const title = totalRows === undefined ? t('downloads.saved') : t('downloads.done', { count: totalRows });
  showToast({ title, description: name, duration: 6_000 });
}

export interface RunningExport {
  readonly format: ExportFormat;
  readonly progress: DownloadProgress;
}

/** One export at a time. Leaving the page stops it. */
export function useExport() {
  const { t } = useTranslation();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const working = useRef<AbortController | null>(null);
  useEffect(() => () => working.current?.abort(), []);
  const start = async (request: ExportRequest, format: ExportFormat): Promise<void> => {
    if (working.current !== null) return;
    const stop = new AbortController();
    working.current = stop;
    const onProgress = (progress: DownloadProgress): void => {
      if (!stop.signal.aborted) setRunning({ format, progress });
    };
    onProgress({ bytes: 0, rows: undefined, totalRows: undefined });
    await exportFile({ request, format, signal: stop.signal, t, onProgress }).catch(() =>
      showToast({ type: 'error', title: t('downloads.failed') }),
    );
    if (working.current !== stop) return;
    working.current = null;
    setRunning(null);
  };
  const cancel = (): void => {
    working.current?.abort();
    working.current = null;
    setRunning(null);
  };
  return { running, start, cancel };
}

function progressText(
  { progress: { bytes, rows, totalRows } }: RunningExport,
  t: Translate,
  language: string,
) {
  if (bytes === 0) return t('downloads.preparing');
  const count = (number: number): string => formatNumber(String(number), { decimals: 0 });
  if (rows !== undefined && totalRows !== undefined)
    return t('downloads.rows', { done: count(rows), total: count(totalRows) });
  const size = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000);
  return t('downloads.size', { size });
}

/** How far an export is, with the way to stop it. */
export function ExportProgress({ running, cancel }: { running: RunningExport; cancel(): void }) {
  const { t, i18n } = useTranslation();
  const { rows, totalRows } = running.progress;
  const part = rows === undefined || !totalRows ? undefined : rows / totalRows;
  const words = progressText(running, t, i18n.language);
  return (
    <span className="inline-flex items-center gap-2">
      <span
        role="progressbar"
        aria-label={t(`downloads.running.${running.format}`)}
        aria-valuetext={words}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={part}
        className="inline-flex flex-col gap-1"
      >
        <span className="num text-xs text-muted">{words}</span>
        <span className="h-1 min-w-24 overflow-hidden rounded-sm bg-raised">
          <span
            className="block h-full origin-left bg-accent"
            data-endless={part === undefined ? '' : undefined}
            style={{ transform: `scaleX(${part ?? 1})`, opacity: part === undefined ? 0.4 : 1 }}
          />
        </span>
      </span>
      <IconButton icon="x" iconSize={16} label={t('downloads.stop')} onClick={cancel} />
    </span>
  );
}

interface ExportControlProps {
  request: ExportRequest;
  /** Only the picture, where the place is narrow. */
  compact?: boolean | undefined;
  /** What else is offered, below the formats. */
  more?: readonly MenuEntry[] | undefined;
}

/** What starts and what stops give way to each other: whoever pressed the one with a key goes on at the other. */
function useKeptFocus(isRunning: boolean) {
  const ref = useRef<HTMLSpanElement>(null);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    if (document.activeElement === document.body) ref.current?.querySelector('button')?.focus();
  }, [isRunning]);
  return ref;
}

/** Saves what a list is narrowed to in a format of choice. */
export function ExportControl({ request, compact = false, more = [] }: ExportControlProps) {
  const { t } = useTranslation();
  const { running, start, cancel } = useExport();
  const ref = useKeptFocus(running !== null);
  const entries: MenuEntry[] = formats.map((format) => ({
    kind: 'action',
    label: t(`downloads.formats.${format}`),
    onSelect: () => void start(request, format),
  }));
  if (more.length > 0) entries.push({ kind: 'separator', id: 'more' }, ...more);
  return (
    <span ref={ref}>
      {running === null ? (
        <DropdownMenu
          label={t('downloads.button')}
          className={compact ? 'icon-button' : undefined}
          entries={entries}
        >
          <Icon name="download" size={16} />
          {!compact && <span aria-hidden="true">{t('downloads.button')}</span>}
        </DropdownMenu>
      ) : (
        <ExportProgress running={running} cancel={cancel} />
      )}
    </span>
  );
}
