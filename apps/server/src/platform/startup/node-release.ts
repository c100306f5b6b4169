/** The last day of each release line of Node, from https://github.com/nodejs/release; odd lines live for half a year. */
const endOfLife: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** The line that is supported for longest, and that units and images name. */
export const recommendedNode = 'Node 24 LTS';

export interface NodeSupport {
  readonly version: string;
  /** The last day of support; undefined for a line that this release does not know. */
  readonly until: string | undefined;
  readonly isSupported: boolean;
}

export function nodeSupport(now: Date, version = process.versions.node): NodeSupport {
  const until = endOfLife[Number.parseInt(version, 10)];
  return { version, until, isSupported: until === undefined || now.toISOString().slice(0, 10) <= until };
}

/** The sentence for a production that runs on a line without security fixes; undefined while it has them. */
export function warnOfOldNode(now: Date, version?: string): string | undefined {
  const { version: found, until, isSupported } = nodeSupport(now, version);
  return isSupported
    ? undefined
    : `Node ${found} gets no security fixes since ${until}. Install ${recommendedNode}, and start again: data and settings stay as they are.`;
}
