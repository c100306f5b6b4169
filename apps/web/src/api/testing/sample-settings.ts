import type { Settings } from '@emporion/contracts/rest';

/** The settings of somebody who has changed nothing since registering. */
export const sampleSettings: Settings = {
  id: '0190c7f2-0000-7000-8000-000000000000',
  first_name: 'Theodora',
  last_name: 'Marsh',
  username: 'theo',
  email: 'theo@example.org',
  phone: null,
  phone_verified: false,
  country: 'PT',
  birthday: '1990-05-17',
  roles: [],
  language: 'en',
  interface: null,
  auto_logout_timeout: 0,
  preferences: {
    theme: 'auto',
    colours: 'green_red',
    number_format: 'language',
    confirm_orders: true,
    confirm_cancel_all: true,
    sounds: false,
  },
  notifications: {
    login: true,
    deposits: true,
    withdrawals: true,
    orders: false,
    alerts: true,
    newsletter: false,
  },
  anti_phishing_code: null,
  referral_code: 'THEO2024',
  payouts_frozen_until: null,
  frozen: false,
  created: '2024-05-01T12:00:00.000Z',
};
