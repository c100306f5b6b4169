import { createHash } from 'node:crypto';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { setAnnounced } from '#platform/settings/public-status.ts';
import { reloadOn } from '#platform/signals/signals.ts';
import { type AnnouncementRow, listToShow, stateOf } from './announcement-rows.ts';

/** A timer for longer than this would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/** What is shown and will be, in memory, because every open page asks for it at once when it changes. */
export class Shown {
  readonly #platform: Platform;
  #rows: readonly AnnouncementRow[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** What is in force, the newest first. */
  running(): readonly AnnouncementRow[] {
    const now = this.#platform.clock.now();
    return this.#rows.filter((row) => stateOf(row, now) === 'running');
  }

  async reload(): Promise<void> {
    const { database, clock } = this.#platform;
    this.#rows = await listToShow(database.kysely, clock.now());
    this.#tell();
  }

  follow(app: App): void {
    reloadOn(app, this.#platform, 'announcements_changed', () => this.reload());
    app.addHook('onClose', async () => clearTimeout(this.#timer));
  }

  /** Says which bars there are, now and whenever one begins or ends by its times. */
  #tell(): void {
    const bars = this.running().filter(({ kind }) => kind === 'bar');
    setAnnounced(this.#platform, bars.length === 0 ? null : revisionOf(bars));
    clearTimeout(this.#timer);
    const now = this.#platform.clock.now().getTime();
    const moments = this.#rows.flatMap(({ from, to }) => [from.getTime(), to?.getTime() ?? 0]);
    const next = Math.min(...moments.filter((moment) => moment > now));
    if (!Number.isFinite(next)) return;
    this.#timer = setTimeout(() => this.#tell(), Math.min(next - now, timerMaxMs)).unref();
  }
}

function revisionOf(bars: readonly AnnouncementRow[]): string {
  const named = bars.map(({ id, version }) => `${id}.${version}`).join(' ');
  return createHash('sha256').update(named).digest('hex').slice(0, 12);
}
