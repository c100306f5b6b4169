import type { Health, NetworkState } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { findPayoutRest, lackOf, readNetworkStates, watcherOf } from '#modules/wallet/index.ts';
import { untrustedForwarding } from '#platform/http/untrusted-proxy.ts';
import { version } from '#platform/http/version.ts';
import { mailServer } from '#platform/messages/delivery/mail-server.ts';
import type { Platform } from '#platform/platform.ts';
import { backupPart } from './read-backup.ts';
import type { CertificateWatch } from './read-certificate.ts';
import { clockPart } from './read-clock.ts';
import { configurationParts } from './read-configuration.ts';
import { diskPart } from './read-disk.ts';

/** What is measured here is known. */
type Part = Health['parts'][number] & { readonly state: 'good' | 'warn' | 'bad' };

/** A job or a projection that is later than this is noticed by people, and than the other by everybody. */
const lateSeconds = 30;
const stuckSeconds = 300;
/** A mail server that refuses one attempt takes the next seconds later; after a minute some have failed, and after five minutes codes are too old. */
const mailLateSeconds = 60;
const mailStuckSeconds = 300;

/** How the parts of the exchange stand, as measured, each in a sentence that says what to do. */
export async function readHealth(platform: Platform, askCertificate: CertificateWatch): Promise<Health> {
  // A demo is nothing that anybody would miss, and has no address of its own.
  const { demo } = platform.config;
  const now = platform.clock.now();
  const [wallet, jobs, served, disk, clock, administrators, backup, certificate] = await Promise.all([
    walletParts(platform),
    readJobs(platform),
    readServedHealth(platform),
    diskPart(platform),
    clockPart(platform),
    administratorsPart(platform),
    demo ? undefined : backupPart(platform),
    demo ? undefined : askCertificate(now),
  ]);
  const { mail, journal, projections, followers } = served;
  const [forwarded] = await measured(platform, untrustedForwarding);
  return {
    parts: [
      ...[...wallet, mail, jobs.part, disk, clock, journal, projections],
      ...[backup, certificate].flatMap((known) => known ?? []),
      administrators,
      ...configurationParts(platform.config, { now, forwarded: forwarded?.value ?? 0 }),
    ],
    ...{ followers, jobs: jobs.counts, version, time: now.toISOString() },
  };
}

/** Of these parts what people use stands on; they cost little to ask. */
export async function readServedHealth(platform: Platform) {
  const [mail, followers] = await Promise.all([mailPart(platform), readFollowers(platform)]);
  return { mail, journal: journalPart(platform), projections: projectionsPart(followers), followers };
}

const part = (name: Part['part'], state: Part['state'], text: string, of: string | null = null): Part => ({
  part: name,
  name: of,
  state,
  text,
});

async function walletParts(platform: Platform): Promise<Part[]> {
  const { signer, results } = await readNetworkStates(platform);
  const signerParts = {
    reached: part('signer', 'good', 'It answers.'),
    away: part(
      'signer',
      'bad',
      `It does not answer: no new deposit addresses, and payouts wait. ${signer.error}`,
    ),
    none: part(
      'signer',
      platform.config.demo ? 'warn' : 'bad',
      'There is none: nobody gets a deposit address, and nothing is paid out. Start it and set SIGNER_SOCKET.',
    ),
  };
  const { ofAnotherChain } = watcherOf(platform);
  const nodes = results.map(({ network, name, error, keys, lag, confirmations, height }) => {
    if (ofAnotherChain.has(network))
      return part(
        'node',
        'bad',
        'It is of another chain than the one in which deposits were seen: no deposits are followed, and payouts must wait. Connect the node of the right chain.',
        name,
      );
    if (error !== null)
      return part('node', 'bad', `It cannot be asked: deposits are not seen, payouts wait. ${error}`, name);
    if (!keys)
      return part('node', 'bad', 'The signer has no keys of this network: put it into signer.json.', name);
    if ((lag ?? 0) > confirmations) return part('node', 'warn', `Deposits are ${lag} blocks late.`, name);
    return part('node', 'good', height === null ? 'It answers.' : `Followed up to block ${height}.`, name);
  });
  return [
    signerParts[signer.state],
    ...results.flatMap(coinsWithoutSigner),
    ...(await payoutsPart(platform)),
    ...nodes,
  ];
}

/** Only while payouts rest: otherwise signer and nodes tell how they stand. */
async function payoutsPart(platform: Platform): Promise<Part[]> {
  const rest = await findPayoutRest(platform.database.kysely, platform);
  if (!rest) return [];
  const { until, cause, username } = rest;
  const what = cause === 'recovery_begun' ? 'is being recovered' : 'was recovered';
  const text = `Nothing is paid out until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC: the account ${username} ${what} by a link from the machine. If none of you did that, the machine is compromised.`;
  return [part('payouts', 'warn', text)];
}

/** The coins that people hold or could deposit and that the signer would not pay out. */
function coinsWithoutSigner({ network, name, coins }: NetworkState): Part[] {
  return coins.flatMap(({ currency, deposits, coin_deposits, hidden, signer_lines: lines }) =>
    lines === null || hidden
      ? []
      : part(
          'signer',
          deposits && coin_deposits ? 'bad' : 'warn',
          lackOf({ coin: currency, network }, lines),
          `${currency} on ${name}`,
        ),
  );
}

/** What a measure says now; none when it could not be taken. */
async function measured({ metrics }: Platform, name: string): Promise<MetricValue<string>[]> {
  const found = metrics.registry.getSingleMetric(name);
  const taken = (await found?.get()) as MetricObjectWithValues<MetricValue<string>> | undefined;
  return taken?.values ?? [];
}

async function readJobs(platform: Platform) {
  const counts = await measured(platform, 'jobs');
  if (counts.length === 0) return { counts: null, part: part('jobs', 'good', 'None are measured.') };
  const of = (state: string): number => counts.find(({ labels }) => labels.state === state)?.value ?? 0;
  const [oldest] = await measured(platform, 'jobs_oldest_due_seconds');
  const seconds = Math.round(oldest?.value ?? 0);
  const failed = of('failed');
  return {
    counts: { due: of('due'), later: of('later'), running: of('running'), failed },
    part:
      seconds > stuckSeconds
        ? part('jobs', 'bad', `The oldest has been due for ${seconds} seconds: nobody works on them.`)
        : failed > 0
          ? part('jobs', 'warn', `${failed} failed for good: look into the log.`)
          : part('jobs', seconds > lateSeconds ? 'warn' : 'good', `${of('due')} are due.`),
  };
}

async function mailPart(platform: Platform): Promise<Part> {
  const { smtpUrl, demo } = platform.config;
  if (smtpUrl === undefined)
    return demo
      ? part('mail', 'good', 'Mails stay in the outbox of the demo.')
      : part('mail', 'bad', 'It is not set up, so nobody can register: set SMTP_URL and MAIL_FROM.');
  const [undelivered, ages] = await Promise.all([
    measured(platform, 'messages_undelivered'),
    measured(platform, 'messages_oldest_waiting_seconds'),
  ]);
  const ofMail = (found: MetricValue<string>[], state?: string): number =>
    found.find(({ labels }) => labels.channel === 'mail' && labels.state === state)?.value ?? 0;
  return judgeMail({
    problem: mailServer(platform).problem,
    waiting: ofMail(undelivered, 'waiting'),
    failed: ofMail(undelivered, 'failed'),
    oldestSeconds: Math.round(ofMail(ages)),
  });
}

interface SeenMail {
  /** What came of the last connection to the server. */
  readonly problem: string | undefined;
  readonly waiting: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

/** How mail stands, by the mails that wait first: a server that takes connections may still refuse every mail. */
export function judgeMail({ problem, waiting, failed, oldestSeconds }: SeenMail): Part {
  const away = problem === undefined ? '' : ` The server of SMTP_URL cannot be used: ${problem}.`;
  if (oldestSeconds > mailLateSeconds)
    return part(
      'mail',
      oldestSeconds > mailStuckSeconds || problem !== undefined ? 'bad' : 'warn',
      `${waiting} mails wait, the oldest for ${oldestSeconds} seconds: codes and links do not arrive.${away}`,
    );
  if (problem !== undefined)
    return part('mail', 'bad', `The server of SMTP_URL cannot be used: ${problem}. Codes and links wait.`);
  return failed > 0
    ? part('mail', 'warn', `${failed} mails of the last day were not delivered.`)
    : part('mail', 'good', 'It is delivered.');
}

function journalPart({ runtime }: Platform): Part {
  return runtime.healthy
    ? part('journal', 'good', 'Commands are written down.')
    : part('journal', 'bad', 'No command is written down: the server must be started anew.');
}

async function readFollowers(platform: Platform): Promise<Health['followers']> {
  const [events, seconds] = await Promise.all([
    measured(platform, 'projection_lag_events'),
    measured(platform, 'projection_lag_seconds'),
  ]);
  return events.map(({ labels: { follower = '' }, value }) => ({
    ...{ name: String(follower), events: value },
    seconds: seconds.find(({ labels }) => labels.follower === follower)?.value ?? 0,
  }));
}

function projectionsPart(followers: Health['followers']): Part {
  const latest = followers.toSorted((one, other) => other.seconds - one.seconds)[0];
  const late = Math.round(latest?.seconds ?? 0);
  if (latest === undefined || late <= lateSeconds)
    return part('projections', 'good', 'Lists and charts are up to date.');
  return part(
    'projections',
    late > stuckSeconds ? 'bad' : 'warn',
    `${latest.name} is ${late} seconds behind the journal.`,
  );
}

async function administratorsPart({ database, config }: Platform): Promise<Part> {
  const { rows } = await sql<{ count: number; others: number }>`
    select count(*) filter (where 'administrator' = any (roles))::int as count,
      count(*) filter (where not 'administrator' = any (roles))::int as others
    from users where roles <> '{}' and status = 'active'
  `.execute(database.kysely);
  const { count = 0, others = 0 } = rows[0] ?? {};
  if (count >= 2) return part('administrators', 'good', `There are ${count}.`);
  return config.soleOperator
    ? part('administrators', 'good', 'One person runs this exchange, as it is set.')
    : part(
        'administrators',
        'warn',
        others === 0
          ? 'There is only one, and no other staff: nothing that needs two people can be done. Appoint a second administrator.'
          : 'There is only one. Decisions that only administrators make can’t be approved, and nobody can stand in. Appoint a second administrator.',
      );
}
