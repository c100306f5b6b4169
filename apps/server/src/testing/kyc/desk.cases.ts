import { officerChecks } from '@emporion/contracts/verification';
import { describe, expect, it } from 'vitest';
import { person, picture } from './kyc-bed.ts';
import {
  admin,
  bed,
  compliance,
  dayFrom,
  decide,
  decideUnseen,
  inReview,
  mark,
  post,
  query,
  quoted,
  second,
  submitCode,
  trader,
} from './kyc-world.ts';

export function theDesk(): void {
  describe('the desk', () => {
    it('is worked by one at a time, who sees documents, asks for more and approves; the owner follows', async () => {
      const id = await inReview(trader);
      expect((await bed.read(trader)).state).toBe('pending');
      const list = await compliance.call({ path: 'admin/verifications?state=review' });
      expect(list.body.results).toMatchObject([
        { id, name: 'Theodora Trader', verdict: 'clear', claimed_by: null },
      ]);
      expect((await decide(compliance, id, 'approve')).body.code).toBe('verification_not_claimed');
      expect((await post(compliance, `admin/verifications/${id}/claim`)).body.claimed_by).toMatchObject({
        id: compliance.id,
      });
      expect((await post(admin, `admin/verifications/${id}/claim`)).body.code).toBe('verification_claimed');
      expect((await decide(admin, id, 'approve')).body.code).toBe('verification_claimed');
      expect((await post(admin, `admin/verifications/${id}/release`)).body.code).toBe('verification_claimed');
      const { body: card } = await compliance.call({ path: `admin/verifications/${id}` });
      expect(card).toMatchObject({ declared: person, document: { number: 'P1234567' }, own: false });
      expect(card).toMatchObject({ address_issued: dayFrom(-10), checklist: officerChecks, checks: [] });
      const half = { checks: officerChecks.slice(1) };
      expect((await decide(compliance, id, 'approve', half)).body.fields).toHaveProperty('checks');
      expect(card.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
        'document_front',
        'selfie',
        'address_proof',
      ]);
      const asked = { again: ['selfie'], note: 'Please take it in better light.' };
      expect((await decide(compliance, id, 'ask', asked)).body.state).toBe('open');
      expect((await bed.newestMail('trader@emporion.test'))?.text).toContain('in better light');
      expect((await bed.read(trader)).application).toMatchObject({
        status: 'open',
        again: ['selfie'],
        note: asked.note,
      });
      const { token } = (await post(trader, 'kyc/session')).body;
      expect(await submitCode(trader)).toBe('selfie_required');
      await bed.show(token, { files: { selfie: picture(500, 500, 33) } });
      // Opening the frame once more takes nothing away that was shown since.
      await post(trader, 'kyc/session');
      expect((await post(trader, 'kyc/submit')).status).toBe(200);
      await bed.until(trader, ({ application }) => application?.status === 'review');
      await post(compliance, `admin/verifications/${id}/claim`);
      await post(compliance, `admin/verifications/${id}/release`);
      await post(admin, `admin/verifications/${id}/claim`);
      expect((await decideUnseen(admin, id, 'approve')).body.code).toBe('verification_not_viewed');
      expect((await decide(admin, id, 'approve')).body).toMatchObject({
        state: 'approved',
        kyc_state: 'approved',
        checks: officerChecks,
      });
      expect(await quoted(trader)).toBe('500000');
      expect((await decide(admin, id, 'reject', { reasons: ['other'] })).status).toBe(422);
      expect((await decide(admin, id, 'reject', { reasons: ['under_age'] })).body.code).toBe(
        'verification_decided',
      );
      const done = await query(
        "select action, after from audit_log where action like 'verification%' and action not like '%viewed' and number > $1 order by number",
        [mark.actions],
      );
      expect(done.map(({ action }) => action.replace('verification_', ''))).toEqual([
        ...['claimed', 'more_asked', 'claimed', 'released', 'claimed', 'approved'],
      ]);
      expect(done.at(-1)?.after).toMatchObject({ checks: officerChecks });
    });

    it('shows a document to whom it may concern only, sealed at rest, and writes each view down', async () => {
      const selfie = picture(444, 444, 77);
      const id = await inReview(trader, {
        files: { document_front: picture(), selfie, address_proof: picture(500, 500) },
      });
      const { body: card } = await compliance.call({ path: `admin/verifications/${id}` });
      const shown = card.documents.find(({ kind }: { kind: string }) => kind === 'selfie');
      const path = `admin/verifications/${id}/documents/${shown.id}/view`;
      const before = await query(
        "select number from audit_log where action = 'verification_document_viewed'",
      );
      const view = await post(compliance, path);
      // Drawn anew from its pixels.
      const drawn = Buffer.from(view.body.content, 'base64');
      expect([drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual([444, 444]);
      const after = await query("select number from audit_log where action = 'verification_document_viewed'");
      expect(after.length).toBe(before.length + 1);
      const [{ sealed }] = await query('select sealed from kyc_documents where id = $1', [shown.id]);
      expect(sealed.includes(selfie.subarray(0, 60))).toBe(false);
      const numbers = async () =>
        query(
          "select actor_id as by from audit_log where action = 'verification_number_viewed' and object = $1",
          [`verification:${id}`],
        );
      await compliance.call({ path: `admin/verifications/${id}` });
      expect(await numbers()).toEqual([{ by: compliance.id }]);
      const support = await bed.exchange.member('support');
      expect((await post(support, path)).status).toBe(404);
      const seen = await support.call({ path: `admin/verifications/${id}` });
      expect(seen.body).toMatchObject({
        name: null,
        declared: null,
        account: null,
        documents: [],
        document: { number: null },
      });
      expect(await numbers()).toHaveLength(1);
      expect((await post(second, path)).status).toBe(404);
      expect((await second.call({ path: 'kyc' })).body.application).toBeNull();
      const foreign = `admin/verifications/${id}/documents/${id}/view`;
      expect((await post(compliance, foreign)).body.code).toBe('verification_not_found');
    });

    it('lets nobody decide about themselves, and nobody whose claim has run out', async () => {
      const id = await inReview(trader);
      await post(compliance, `admin/verifications/${id}/claim`);
      await query("update kyc_applications set claimed_until = now() - interval '1 second'");
      expect((await decide(compliance, id, 'approve')).body.code).toBe('verification_not_claimed');
      const both = [[trader.id, compliance.id]];
      await query("update users set phone = '+351900000001' where id = any ($1)", both);
      await query('update users set phone_verified_at = now() where id = $1', [compliance.id]);
      // Anybody may write down the number of an officer; who gets its messages is another matter.
      expect((await post(compliance, `admin/verifications/${id}/claim`)).status).toBe(200);
      await post(compliance, `admin/verifications/${id}/release`);
      await query('update users set phone_verified_at = now() where id = any ($1)', both);
      expect((await post(compliance, `admin/verifications/${id}/claim`)).body.code).toBe('own_account');
      expect((await compliance.call({ path: `admin/verifications/${id}` })).body).toMatchObject({
        own: true,
        documents: [],
      });
      await query('update users set phone = null, phone_verified_at = null where id = any ($1)', both);
    });

    it('leaves somebody verified for what they were when their next application is rejected', async () => {
      await bed.handIn(trader, 1);
      await bed.until(trader, ({ state }) => state === 'approved');
      const id = await inReview(trader);
      expect(await bed.read(trader)).toMatchObject({ state: 'approved', verified_level: 1 });
      await post(compliance, `admin/verifications/${id}/claim`);
      const words = { reasons: ['address_mismatch'], note: 'The street differs.' };
      expect((await decide(compliance, id, 'reject', words)).body).toMatchObject({
        state: 'rejected',
        kyc_state: 'approved',
      });
      expect(await bed.read(trader)).toMatchObject({ state: 'approved', verified_level: 1 });
      expect((await bed.newestMail('trader@emporion.test'))?.text).toContain('The street differs.');
      expect((await post(trader, 'kyc/applications', { level: 1, person })).body.fields).toHaveProperty(
        'level',
      );
    });
  });
}
