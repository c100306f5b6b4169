import type { ServerModule } from '#platform/module.ts';
import { addSecurityEventRoutes } from './audit/security-event-routes.ts';
import { addGateRoutes } from './captcha/gate-routes.ts';
import { seedDemoUsers } from './demo/seed-demo-users.ts';
import { addFactorRoutes } from './factors/factor-routes.ts';
import { addLoginRoutes } from './login/login-routes.ts';
import { purgeIdentity, purgeJob } from './purge.ts';
import { addRecoveryRoutes } from './recovery/recovery-routes.ts';
import { resetJob, sendResetMail } from './recovery/request-reset.ts';
import { addRegistrationRoutes } from './registration/registration-routes.ts';
import { loadFormerCodeKeys } from './secrets/former-code-keys.ts';
import { identitySecrets } from './secrets/identity-secrets.ts';
import { createAuthenticator } from './sessions/authenticator.ts';
import { endUnmetSessions, endUnmetSessionsJob } from './sessions/end-unmet-sessions.ts';
import { listenForEndings } from './sessions/listen-for-endings.ts';
import { addSessionRoutes } from './sessions/session-routes.ts';
import { addSettingsRoutes } from './settings/settings-routes.ts';
import { addProfileRoutes } from './users/profile-routes.ts';

export { isDayUsedUp, takeOfDay } from './attempts/day-count.ts';
export { recordSecurityEvent } from './audit/record.ts';
export { spendCaptcha } from './captcha/captcha.ts';
export { confirmationChoices, isMailAlone } from './confirmation/confirmation-choices.ts';
export { saidOf, sendConfirmationCode } from './confirmation/confirmation-routes.ts';
export {
  type ActionToConfirm,
  endConfirmationCode,
  requireConfirmation,
  spendConfirmationCode,
  wordsOf,
} from './confirmation/require-confirmation.ts';
export { isKnownCountry, isServed } from './countries/countries.ts';
export { openDemoAccount, openDemoSession } from './demo/demo-account.ts';
export { alreadySentProblem } from './factors/already-sent.ts';
export { renewBackupCodes } from './factors/backup-codes.ts';
export { problemOfVerdict } from './factors/check-code.ts';
export { enrolledFactors } from './factors/enrolled-factors.ts';
export { maskedEmail, maskedName } from './factors/masked.ts';
export { proveNewFactor } from './factors/prove-new-factor.ts';
export { beginTotp } from './factors/totp.ts';
export { isYoungDevice } from './login/devices.ts';
export { mailUser } from './mail/mail-user.ts';
export { momentIn } from './mail/origin-facts.ts';
export { refuseAmbiguous } from './mail/refuse-ambiguous.ts';
export { refuseUnmailable } from './mail/refuse-unmailable.ts';
export { onAccountNotice } from './notices/notice-listener.ts';
export { noteSecurityChange } from './notices/security-change.ts';
export { issueNotMe } from './notices/tell-owner.ts';
export { type Origin, originOf } from './origins/origin.ts';
export { beginPasskey } from './passkeys/passkey-enrolment.ts';
export { knownAs } from './passwords/hashing-line.ts';
export { hashPassword, refuseWeakPassword } from './passwords/passwords.ts';
export { announceSessions, endSessions } from './sessions/end-sessions.ts';
export { endUnmetSessionsJob } from './sessions/end-unmet-sessions.ts';
export {
  freezePayouts,
  frozenAmong,
  isFrozen,
  payoutsFrozenUntil,
} from './sessions/freeze-payouts.ts';
export { AccountHooks } from './settings/account-hooks.ts';
export { listOpenSessions } from './settings/open-sessions.ts';
export { erasePerson } from './staff/erase-person.ts';
export { inviteUser, sendInvitation } from './staff/invite-user.ts';
export { moveEmail, requireFreeEmail } from './staff/move-email.ts';
export { removeAccess, restoreAccess } from './staff/recover-access.ts';
export { resetFactors } from './staff/reset-factors.ts';
export { isSamePerson, sharesPerson } from './staff/same-person.ts';
export { setStatus } from './staff/set-status.ts';
export { isStaff, lockRoles, requireAnotherAdministrator } from './staff/staff-accounts.ts';
export { type AccountSwitches, allOn, listHeld, readSwitches } from './users/account-switches.ts';
export { accountTransaction } from './users/account-transaction.ts';
export { createUser } from './users/create-user.ts';
export { onPersonErased } from './users/person-erased.ts';
export { requireProved } from './users/require-proved.ts';
export { requireUser } from './users/require-user.ts';
export { onUserCreated } from './users/user-created.ts';
export { findUser, findUserByEmail, lockUser, type User, updateUser } from './users/users.ts';

/** Who people are, how they get in and stay safe. */
export const identityModule: ServerModule = {
  name: 'identity',
  authenticator: createAuthenticator,
  registerReading: listenForEndings,
  async register(app, platform) {
    await loadFormerCodeKeys(platform.database.kysely, platform.config);
    listenForEndings(app, platform);
    addGateRoutes(app, platform);
    addRegistrationRoutes(app, platform);
    addLoginRoutes(app, platform);
    addSessionRoutes(app, platform);
    addRecoveryRoutes(app, platform);
    addProfileRoutes(app, platform);
    addFactorRoutes(app, platform);
    addSettingsRoutes(app, platform);
    addSecurityEventRoutes(app, platform);
  },
  jobs: {
    [resetJob]: sendResetMail,
    [purgeJob]: purgeIdentity,
    [endUnmetSessionsJob]: endUnmetSessions,
  },
  cron: [{ job: purgeJob, match: '17 * * * *' }],
  secrets: identitySecrets,
  seedDemo: (platform, transaction) => seedDemoUsers(transaction, platform),
};
