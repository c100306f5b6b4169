import type { Preferences, Settings } from '@emporion/contracts/rest';
import { switchesOf } from '#platform/messages/notification-choices.ts';
import type { User } from '../users/users.ts';

/** What holds until the person chooses. It is filled in when read, so that a choice added later has a value too. */
const defaultPreferences: Preferences = {
  theme: 'auto',
  colours: 'green_red',
  number_format: 'language',
  confirm_orders: true,
  confirm_cancel_all: true,
  sounds: false,
  trade_tour: true,
  wallet_tour: true,
};

export function settingsAnswerOf(user: User, now: Date): Settings {
  const frozenUntil = user.payoutsFrozenUntil;
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    email: user.email,
    phone: user.phone,
    phone_verified: user.phoneVerifiedAt !== null,
    country: user.country,
    birthday: user.birthday,
    roles: [...user.roles],
    language: user.language,
    interface: user.interface,
    auto_logout_timeout: user.autoLogoutSeconds,
    preferences: { ...defaultPreferences, ...user.preferences },
    notifications: switchesOf(user.notifications),
    anti_phishing_code: user.antiPhishingPhrase,
    referral_code: user.referralCode,
    payouts_frozen_until: frozenUntil !== null && frozenUntil > now ? frozenUntil.toISOString() : null,
    frozen: user.frozenAt !== null,
    created: user.createdAt.toISOString(),
  };
}
