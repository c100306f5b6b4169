import { settings } from './schema.ts';
import type { Setting } from './setting.ts';

const head = `# Every variable the server reads. Copy this file to .env and change what you need.
# This file is written from the configuration schema: "npm run docs" renews it.
`;

/** The text of `.env.example`: each variable with its meaning, commented out at its default. */
export function renderEnvExample(): string {
  return [head, ...Object.values<Setting>(settings).map(describe)].join('\n');
}

function describe({ env, description, expects, secret, fallback = '' }: Setting): string {
  const kind = secret ? 'Secret. ' : '';
  return `# ${description}\n# ${kind}Expects ${expects}.\n#${env}=${fallback}\n`;
}
