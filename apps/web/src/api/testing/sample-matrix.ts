import type { NotificationMatrix } from '@emporion/contracts/rest';

const personal = { list: true, toast: true, mail: 'now', sms: false, push: true } as const;

/** The choices of somebody who has made none. */
export const sampleMatrix: NotificationMatrix = {
  choices: {
    ...{ order: { ...personal, mail: 'off' }, deposit: personal, withdrawal: personal, security: personal },
    login: { list: false, toast: false, mail: 'off', sms: false, push: false },
    ...{ alert: personal, ticket: personal, verification: personal },
    ...{ announcement: { mail: 'off', push: false }, newsletter: { mail: 'off' } },
  },
  digest: { every: 'day', hour: 8, time_zone: 'UTC' },
  sms_to: null,
};
