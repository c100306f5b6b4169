import { describe, expect, it } from 'vitest';
import { collectJobs } from './start-module-jobs.ts';

const handler = async () => undefined;

describe('collectJobs', () => {
  it('joins the handlers and the timetables of all modules', () => {
    const cron = [{ job: 'wallet.sweep', match: '0 * * * *' }];
    const jobs = collectJobs([
      { name: 'wallet', jobs: { 'wallet.sweep': handler }, cron },
      { name: 'kyc', jobs: { 'kyc.remind': handler } },
      { name: 'markets' },
    ]);
    expect(Object.keys(jobs.handlers)).toEqual(['wallet.sweep', 'kyc.remind']);
    expect(jobs.cron).toEqual(cron);
  });

  it('refuses a job named after another module', () => {
    expect(() => collectJobs([{ name: 'kyc', jobs: { 'wallet.sweep': handler } }])).toThrow('wallet.sweep');
  });

  it('refuses a timed job that nothing handles', () => {
    expect(() => collectJobs([{ name: 'kyc', cron: [{ job: 'kyc.remind', match: '0 * * * *' }] }])).toThrow(
      'kyc.remind',
    );
  });
});
