/** What a benchmark is given. */
export interface BenchContext {
  readonly args: readonly string[];
  /** The path of a Chromium, installed if need be. */
  readonly ensureBrowser: () => Promise<string>;
  /** The path of a Chromium without its windows, where there is one. */
  readonly ensureHeadlessShell: () => Promise<string | undefined>;
  /** Installs a folder of `tools`, unless it is. */
  readonly installTool: (name: string) => Promise<void>;
}

/** What a benchmark returns: two figures of one unit, measured in the same run, and anything else worth printing. */
export interface BenchResult {
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly unit: string;
  readonly [detail: string]: unknown;
}
