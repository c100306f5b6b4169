import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { providerOf } from '#modules/kyc/provider/the-provider.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { person, picture } from './kyc-bed.ts';
import {
  approved,
  bed,
  client,
  compliance,
  dayFrom,
  decide,
  inReview,
  other,
  otherPerson,
  outcomeOf,
  ownFiles,
  post,
  query,
  quoted,
  trader,
} from './kyc-world.ts';

const day = 86_400_000;

/** A small file that says to be a large picture. */
function claiming(edge: number): Buffer {
  const small = picture();
  small.writeUInt32BE(edge, 16);
  small.writeUInt32BE(edge, 20);
  small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
  return small;
}

/** What goes wrong for one keeps nobody else from what is theirs, and comes late for nobody. */
export function whatGoesWrong(): void {
  const found = async (id: string, more: object = {}, document: object = {}) => ({
    ...{ application: id, declaration: await bed.declared(id), sequence: 5, files: [], reasons: [] },
    document: { type: 'passport' as const, number: 'P1', expires: dayFrom(900), ...document },
    verdict: 'clear' as const,
    ...more,
  });

  it('at one moment is read as of that moment, also while it is decided', async () => {
    await bed.handIn(trader, 1, { number: 'SLOW1' });
    const read = await commitMeanwhile(bed.exchange.test.database, {
      lock: 'lock table kyc_applications in access exclusive mode',
      call: () => bed.read(trader),
      change: async (decision) => {
        await decision.query("update users set kyc_status = 'rejected' where kyc_status = 'pending'");
        await decision.query("update kyc_applications set stage = 'checked'");
        await decision.query("update kyc_applications set stage = 'rejected', decided_at = now()");
      },
    });
    expect(read).toMatchObject({ state: 'pending', application: { status: 'checking' } });
    expect(await bed.read(trader)).toMatchObject({ state: 'rejected', application: { status: 'rejected' } });
  });

  it('with one result that no row can hold leaves those of others', async () => {
    const bad = await bed.handIn(trader, 1, { number: 'SLOW1' });
    const good = await bed.handIn(other, 1, { number: 'SLOW2', person: otherPerson });
    await query("update kyc_applications set updated_at = now() - interval '10 minutes'");
    await query("update kyc_applications set updated_at = now() - interval '20 minutes' where id = $1", [
      bad,
    ]);
    const provider = providerOf(bed.exchange.platform).require();
    const real = provider.find;
    const ends = '0000-01-01T00:00:00Z';
    Object.assign(provider, { find: async (id: string) => found(id, {}, id === bad ? { ends } : {}) });
    try {
      await bed.run('kyc.tend');
    } finally {
      Object.assign(provider, { find: real });
    }
    expect(await query('select stage from kyc_applications where id = $1', [good])).toEqual([
      { stage: 'review' },
    ]);
  });

  it('with the end of one verification leaves the end of others, and needs no provider', async () => {
    await approved(trader, 1, { expires: dayFrom(5) });
    await approved(other, 1, {
      number: 'P2000000',
      expires: dayFrom(6),
      person: otherPerson,
      files: ownFiles(80),
    });
    await query(
      `alter table users add constraint broken check (id <> '${trader.id}' or kyc_status <> 'expired')`,
    );
    bed.ahead.ms = 8 * day;
    try {
      await bed.run('kyc.end');
    } finally {
      bed.ahead.ms = 0;
      await query('alter table users drop constraint broken');
    }
    expect((await bed.read(other)).state).toBe('expired');
  });

  it('with the job leaves no limits to whose document has ended', async () => {
    await approved(client, 1);
    expect(await quoted(client)).toBe('50000');
    await query("update users set kyc_ends_at = now() - interval '1 second' where id = $1", [client.id]);
    expect(await quoted(client)).toBe('1000');
    await query('update users set kyc_ends_at = null, kyc_expires_on = current_date - 2 where id = $1', [
      client.id,
    ]);
    expect(await quoted(client)).toBe('1000');
  });

  it('when the moment has passed that the provider names verifies nobody, by itself or by staff', async () => {
    const ends = new Date(Date.now() - 3_600_000).toISOString();
    const id = await bed.handIn(trader, 1, { number: 'SLOW1' });
    await bed.tell({ id: 'ended', result: await found(id, {}, { expires: dayFrom(0), ends }) });
    expect((await bed.read(trader)).application).toMatchObject({
      ...{ status: 'rejected', reasons: ['document_expired'] },
    });
    const review = await inReview(client, { number: 'REVIEW1' }, 1);
    await query('update kyc_applications set document_ends_at = $2 where id = $1', [review, ends]);
    await post(compliance, `admin/verifications/${review}/claim`);
    expect((await decide(compliance, review, 'approve')).body.code).toBe('document_expired');
  });

  it('when the provider changes its mind about who is verified is on the desk until staff are done', async () => {
    const id = await approved(trader, 1);
    const result = await found(id, { sequence: 99, verdict: 'rejected', reasons: ['suspected_fraud'] });
    expect((await bed.tell({ id: 'changed its mind', result })).status).toBe(200);
    const desk = async () =>
      (await compliance.call({ path: 'admin/verifications?state=review' })).body.results;
    expect(await desk()).toMatchObject([
      { id, state: 'approved', warning: { reasons: ['suspected_fraud'] }, user: { id: trader.id } },
    ]);
    expect(await query('select flagged from users where id = $1', [trader.id])).toEqual([{ flagged: true }]);
    expect((await bed.read(trader)).state).toBe('approved');
    await query('update users set flagged = false where id = $1', [trader.id]);
    expect(await desk()).toEqual([]);
  });

  it('between two that apply at once makes neither wait: the one under way is the one that counts', async () => {
    const apply = () => post(trader, 'kyc/applications', { level: 1, person });
    await apply();
    await post(trader, 'kyc/withdraw');
    bed.ahead.ms = -3_600_000;
    expect((await apply()).body.application.status).toBe('open');
    bed.ahead.ms = 0;
    expect((await apply()).status).toBe(200);
    expect((await post(trader, 'kyc/withdraw')).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_each, index) => (index % 2 ? apply() : post(trader, 'kyc/withdraw'))),
    );
    expect(answers.map(({ status }) => status)).not.toContain(500);
    expect((await apply()).body.application.status).toBe('open');
  });

  it('while somebody waits for the lock, what they begin is as new as when they got it', async () => {
    const holder = await bed.exchange.test.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [trader.id]);
    const applied = post(trader, 'kyc/applications', { level: 1, person });
    await expect
      .poll(
        async () =>
          (await query("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'"))[0]
            .n,
      )
      .toBeGreaterThan(0);
    const [{ now }] = await query('select clock_timestamp() as now');
    await holder.query('commit');
    holder.release();
    await applied;
    const [{ at }] = await query('select created_at as at from kyc_applications');
    expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
  });

  it.each([
    [
      'a PDF that runs something',
      Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n'),
    ],
    ['a picture of four milliard pixels', claiming(65_000)],
  ])('with what was shown reaches no officer: %s', async (_what, front) => {
    const files = { ...ownFiles(90), document_front: front };
    const id = await bed.handIn(client, 1, { number: 'REVIEW1', files });
    expect(await outcomeOf(client)).toBe('rejected');
    expect((await bed.read(client)).application?.reasons).toEqual(['document_unreadable']);
    expect(await query('select kind from kyc_documents where application_id = $1', [id])).toEqual([
      { kind: 'selfie' },
    ]);
  });

  it('by changing what is declared nobody keeps a question of staff open', async () => {
    const id = await inReview(client, { number: 'REVIEW1' }, 1);
    await post(compliance, `admin/verifications/${id}/claim`);
    await decide(compliance, id, 'ask', { again: ['selfie'], note: '' });
    // They were asked 29 days ago, and their session of today goes on.
    await query("update kyc_applications set updated_at = updated_at - interval '29 days'");
    await query("update kyc_application_log set at = at - interval '29 days'");
    expect((await post(client, 'kyc/applications', { level: 1, person })).status).toBe(200);
    bed.ahead.ms = 2 * day;
    await bed.run('kyc.expire');
    bed.ahead.ms = 0;
    expect((await bed.read(client)).application).toMatchObject({
      ...{ id, status: 'rejected', reasons: ['not_answered'] },
    });
  });
}
