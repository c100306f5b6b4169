import { expect, it } from 'vitest';
import { erasePerson } from '#modules/identity/index.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { person, type Shown } from './kyc-bed.ts';
import {
  approved,
  bed,
  client,
  compliance,
  decide,
  inReview,
  other,
  otherPerson,
  outcomeOf,
  ownFiles,
  post,
  query,
  second,
  trader,
} from './kyc-world.ts';

/** What the provider finds clear and staff decide all the same. */
export function whatStaffDecide(): void {
  const asked = async (member: Member, shown: Shown, level: number) => {
    const id = await inReview(member, shown, level);
    await post(compliance, `admin/verifications/${id}/claim`);
    await decide(compliance, id, 'ask', { again: ['selfie'], note: '' });
  };

  it('is what they had once, whatever its owner declares, shows or applies for next', async () => {
    await asked(trader, { number: 'REVIEW1' }, 1);
    await bed.handIn(trader, 1, { number: 'P7654321', person: otherPerson, files: ownFiles(10) });
    expect(await outcomeOf(trader)).toBe('review');
    await asked(
      client,
      { number: 'P5555555', files: { ...ownFiles(20), address_proof: ownFiles(22).selfie } },
      2,
    );
    await bed.handIn(client, 1, { number: 'P5555555', files: ownFiles(30) });
    expect(await outcomeOf(client)).toBe('review');
  });

  it('is what follows a suspected fraud, a rejection by them or their unanswered question', async () => {
    const next = async (member: Member) => {
      await bed.handIn(member, 1, { number: 'P7654321' });
      return outcomeOf(member);
    };
    await bed.handIn(trader, 1, { number: 'FRAUD1' });
    expect(await outcomeOf(trader)).toBe('rejected');
    expect(await next(trader)).toBe('review');
    await query('truncate kyc_documents, kyc_events, kyc_application_log, kyc_applications cascade');
    const id = await inReview(client, { number: 'REVIEW1' }, 1);
    await post(compliance, `admin/verifications/${id}/claim`);
    await decide(compliance, id, 'reject', { reasons: ['face_mismatch'], note: '' });
    expect(await next(client)).toBe('review');
    await query('truncate kyc_documents, kyc_events, kyc_application_log, kyc_applications cascade');
    await asked(other, { number: 'REVIEW1', person: otherPerson }, 1);
    bed.ahead.ms = 31 * 86_400_000;
    await bed.run('kyc.expire');
    bed.ahead.ms = 0;
    expect(await next(other)).toBe('review');
  });

  it('is everything of a flagged account', async () => {
    await query('update users set flagged = true where id = $1', [second.id]);
    await bed.handIn(second, 1);
    expect(await outcomeOf(second)).toBe('review');
  });

  const alike = async (id: string) =>
    (await compliance.call({ path: `admin/verifications/${id}` })).body.same_document.map(
      ({ user, by }: { user: { id: string }; by: string[] }) => [user.id, ...by],
    );

  it.each([
    ['letters of another script', '\u0410\u0412123456'],
    ['digits of another script', 'AB12345\u0666'],
    ['what cannot be seen', 'AB123456\u3164'],
  ])('is a number with %s, and names whose it looks like', async (_what, number) => {
    await approved(trader, 1, { number: 'AB 123-456' });
    const id = await bed.handIn(other, 1, { number, person: otherPerson, files: ownFiles(40) });
    expect(await outcomeOf(other)).toBe('review');
    expect(await alike(id)).toEqual([[trader.id, 'number']]);
  });

  it('is the same file, or the same name and birthday, for another account', async () => {
    await approved(trader, 1);
    const filed = await bed.handIn(other, 1, { number: 'P9000000', person: otherPerson });
    expect(await outcomeOf(other)).toBe('review');
    expect(await alike(filed)).toEqual([[trader.id, 'file']]);
    const turned = { first_name: 'TRADER', last_name: 'Theodóra' };
    const named = await bed.handIn(client, 1, { number: 'P1000000', person: turned, files: ownFiles(50) });
    expect(await outcomeOf(client)).toBe('review');
    expect(await alike(named)).toEqual([[trader.id, 'person']]);
  });

  it('is the document of a fraud for good: its mark outlives its owner’s account', async () => {
    const gone = await bed.exchange.enrol('gone');
    const shown = { number: 'AB999', person: { ...otherPerson, first_name: 'Gone' }, files: ownFiles(60) };
    const id = await approved(gone, 1, shown);
    await decide(compliance, id, 'revoke', { reasons: ['suspected_fraud'], note: '' });
    const { database } = bed.exchange.test;
    await database.kysely
      .transaction()
      .execute((transaction) => erasePerson(transaction, bed.exchange.platform, gone.id));
    const next = await bed.handIn(other, 1, { number: 'AB999', person: otherPerson, files: ownFiles(70) });
    expect(await outcomeOf(other)).toBe('review');
    expect(await alike(next)).toEqual([[gone.id, 'number']]);
  });

  it('is not asked about a country that the exchange does not serve: it is refused as at registration', async () => {
    const { body } = await post(trader, 'kyc/applications', {
      level: 1,
      person: { ...person, country: 'KP' },
    });
    expect(body.code).toBe('country_not_supported');
  });
}
