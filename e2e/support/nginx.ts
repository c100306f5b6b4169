import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../product.ts';
import { selfSigned } from '../self-signed.ts';
import { onPath } from './on-path.ts';

/** It only ends a test in which nginx does not start. */
const startsWithinMs = 300_000;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Nginx {
  readonly url: string;
  ask(path: string, method?: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** Runs nginx with `nginx.conf` of the samples, changed only in ports, paths, certificate and the second address family. */
export async function startNginx({
  samples,
  folder,
  upstreamPort,
}: {
  /** The folder `deploy`, of a clone or of a release. */
  samples: string;
  folder: string;
  upstreamPort: string;
}): Promise<Nginx> {
  const [secure, plain] = [await freePort(), await freePort()];
  const { key, cert } = selfSigned('exchange.example');
  mkdirSync(folder);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'certificate.pem'), cert);
  const site = readFileSync(join(samples, 'nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstreamPort}`)
    .replaceAll('/opt/emporion/deploy', samples)
    .replace('/etc/ssl/exchange.example.pem', 'certificate.pem')
    .replace('/etc/ssl/private/exchange.example.key', 'key.pem');
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  // As Debian's nginx.conf does, it names the types of files and falls back to one that browsers do not show.
  const types = 'types { text/html html; } default_type application/octet-stream;';
  // Its workers read the samples, and a clone may lie in a folder of root alone.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user}daemon off; pid nginx.pid; error_log stderr notice; events {} http { access_log off; ${types} ${temporary.join(' ')} include site.conf; }\n`,
  );
  const child = spawn(onPath('nginx') ?? 'nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
  const url = `https://127.0.0.1:${secure}`;
  const ask = (path: string, method = 'GET') => askThrough(url, path, method);
  await vi.waitFor(() => ask('/metrics'), { timeout: startsWithinMs, interval: 50 });
  return {
    ...{ url, ask },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function askThrough(url: string, path: string, method: string): Promise<Answer> {
  return new Promise((done, refuse) => {
    const sent = request(`${url}${path}`, {
      ...{ method, rejectUnauthorized: false },
      headers: { host: 'exchange.example' },
    });
    sent.on('error', refuse).on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('error', refuse).on('end', () => {
        done({ status: answer.statusCode, headers: answer.headers, body });
      });
    });
    sent.end();
  });
}
