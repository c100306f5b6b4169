import type { Health } from '@emporion/contracts/rest';
import type { Config } from '#platform/config/schema.ts';
import { nodeSupport, warnOfOldNode } from '#platform/startup/node-release.ts';

type Part = Health['parts'][number];

const proxySetting = 'TRUST_PROXY';

/** What the settings and the runtime leave to be done: proxy, Node, and each setting that the start warns of. */
export function configurationParts(
  { production, trustProxy, warnings }: Pick<Config, 'production' | 'trustProxy' | 'warnings'>,
  { now, forwarded, nodeVersion }: { now: Date; forwarded: number; nodeVersion?: string },
): Part[] {
  const parts: Part[] = [];
  const others = warnings.filter(({ variable }) => variable !== proxySetting);
  if (trustProxy === false && (production || forwarded > 0)) {
    const unset = warnings.find(({ variable }) => variable === proxySetting)?.message;
    const seen =
      forwarded === 0
        ? 'No request since the start came through a proxy.'
        : `${forwarded} requests since the start carried a forwarding header, which a proxy sets, but any client can send. If a proxy stands in front, set TRUST_PROXY to the number of proxies.`;
    const isWritten = production && unset === undefined;
    parts.push({
      part: 'proxy',
      name: null,
      state: isWritten ? 'good' : 'warn',
      text: isWritten ? `TRUST_PROXY is off. ${seen}` : [unset, seen].filter(Boolean).join(' '),
    });
  }
  for (const { variable, message } of others)
    parts.push({ part: 'settings', name: variable, state: 'warn', text: message });
  if (production) {
    const { version, until } = nodeSupport(now, nodeVersion);
    const warning = warnOfOldNode(now, nodeVersion);
    const supported =
      until === undefined ? `Node ${version} runs.` : `Node ${version} gets security fixes until ${until}.`;
    parts.push({ part: 'runtime', name: null, state: warning ? 'warn' : 'good', text: warning ?? supported });
  }
  return parts;
}
