import { describe, expect, it } from 'vitest';
import { bed, client, post } from './kyc-world.ts';

export function theFrame(): void {
  describe('the frame', () => {
    it('is a page of its own in a sandbox, which only pages of ours may show', async () => {
      await bed.begin(client, 1);
      const { frame } = (await post(client, 'kyc/session')).body;
      const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
      const answer = await bed.exchange.app.inject({ url: frame, headers });
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain('sandbox allow-scripts allow-forms;');
      expect(policy).not.toContain('allow-same-origin');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toContain("script-src 'self'");
      for (const wrong of [
        { ...headers, 'sec-fetch-dest': 'document' },
        { ...headers, 'sec-fetch-site': 'cross-site' },
      ])
        expect((await bed.exchange.app.inject({ url: frame, headers: wrong })).statusCode).toBe(404);
    });
  });
}
