import { describe, expect, it } from 'vitest';
import { person, picture } from './kyc-bed.ts';
import { bed, dayFrom, post, second, submitCode, trader } from './kyc-world.ts';

export function handingIn(): void {
  describe('handing in', () => {
    it('refuses by name what is missing, unusable or too old, and lets in what is whole', async () => {
      expect(await submitCode(trader)).toBe('kyc_required');
      expect((await post(trader, 'kyc/session')).body.code).toBe('kyc_required');
      let token = await bed.begin(trader, 2);
      expect(await submitCode(trader)).toBe('document_required');
      const front = picture();
      await bed.show(token, { files: { document_front: Buffer.from('MZ not a picture') } });
      expect(await submitCode(trader)).toBe('document_invalid');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: { document_front: picture(40, 40) } });
      expect(await submitCode(trader)).toBe('document_invalid');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: { document_front: front }, expires: dayFrom(-1) });
      expect(await submitCode(trader)).toBe('document_expired');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: {} });
      expect(await submitCode(trader)).toBe('selfie_required');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: { selfie: front } });
      expect(await submitCode(trader)).toBe('selfie_invalid');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: { selfie: picture(300, 300, 9) } });
      expect(await submitCode(trader)).toBe('address_proof_required');
      token = await bed.begin(trader, 2);
      await bed.show(token, { files: { address_proof: picture(600, 800) }, issued: dayFrom(-91) });
      expect(await submitCode(trader)).toBe('address_proof_invalid');
      await post(trader, 'kyc/withdraw');
      token = await bed.begin(trader, 2);
      // The file is there; what is missing is its date.
      await bed.show(token, { issued: '' });
      expect(await submitCode(trader)).toBe('address_proof_invalid');
      expect((await bed.read(trader)).state).toBe('none');
      token = await bed.begin(trader, 2);
      await bed.show(token);
      const handedIn = await post(trader, 'kyc/submit');
      expect(handedIn.body).toMatchObject({ state: 'pending', verified_level: 0 });
      expect(await submitCode(trader)).toBe('kyc_pending');
      expect((await post(trader, 'kyc/applications', { level: 2, person })).body.code).toBe('kyc_pending');
      expect((await trader.call({ path: 'profile' })).body).toMatchObject({
        ...{ kyc_status: 'no', kyc_state: 'pending' },
      });
    });

    it('bounds what is uploaded, and lets nobody in without the token of the session', async () => {
      const token = await bed.begin(trader, 1);
      await bed.show(token, { files: { document_front: Buffer.alloc(5_000_001, 1) } });
      expect(await submitCode(trader)).toBe('document_required');
      await bed.show('somebody-else', {});
      expect(await submitCode(trader)).toBe('document_required');
    });

    it('refuses an unknown level, a child and a country that there is none of', async () => {
      const apply = async (level: number, more: object = {}) =>
        (await post(trader, 'kyc/applications', { level, person: { ...person, ...more } })).body;
      expect((await apply(7)).fields).toHaveProperty('level');
      const young = await apply(1, { birthday: dayFrom(-4_000) });
      expect(young.code).toBe('age_too_low');
      expect(JSON.stringify(young)).not.toContain('{{');
      expect((await apply(1, { country: 'ZZ' })).code).toBe('country_invalid');
      expect((await apply(1, { first_name: '<b>' })).code).toBe('unprocessable_entity');
    });

    it('is begun ten times a day, and the eleventh is refused by name', async () => {
      const apply = () => post(trader, 'kyc/applications', { level: 1, person });
      for (let count = 0; count < 10; count += 1) {
        expect((await apply()).status).toBe(200);
        // What is open is changed as often as its owner likes.
        expect((await apply()).status).toBe(200);
        await post(trader, 'kyc/withdraw');
      }
      expect((await apply()).body.code).toBe('too_many_verification_attempts');
      expect((await post(second, 'kyc/applications', { level: 1, person })).status).toBe(200);
    });

    it('can be called off until it was handed in', async () => {
      await bed.begin(trader, 1);
      expect((await post(trader, 'kyc/withdraw')).body.application.status).toBe('withdrawn');
      await bed.handIn(trader, 1, { number: 'SLOW1' });
      expect((await post(trader, 'kyc/withdraw')).body.code).toBe('kyc_pending');
    });
  });
}
