import { useQuery } from '@tanstack/react-query';
import { useHref } from 'react-router';
import { hasPassedKyc, profileQuery } from '#api/queries.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { countryText, dayText } from '../model/moments.ts';
import type { SectionProps } from '../model/sections.ts';
import { EditableRow } from '../rows/editable-row.tsx';
import { SettingGroup, SettingRow } from '../rows/setting-row.tsx';
import { EmailForm } from './email-form.tsx';
import { NameForm } from './name-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { UsernameForm } from './username-form.tsx';

function KycRow() {
  const { t } = useTranslation();
  const { data } = useQuery(profileQuery);
  const verified = data !== undefined && hasPassedKyc(data);
  return (
    <SettingRow
      title={t('settings.profile.kyc')}
      description={verified ? t('settings.profile.kycDone') : t('settings.profile.kycOpen')}
      end={
        verified ? undefined : (
          <LinkButton to="/kyc" size="small" variant="flat">
            {t('settings.profile.kycGo')}
          </LinkButton>
        )
      }
    />
  );
}

/** Facts that the registration fixed. Support changes them, with a document. */
function FixedFacts({ settings }: SectionProps) {
  const { t, i18n } = useTranslation();
  const { country, birthday, created, referral_code } = settings;
  const invitation = new URL(useHref(`/register/${referral_code}`), window.location.origin).href;
  return (
    <SettingGroup>
      <SettingRow
        title={t('settings.profile.country')}
        end={countryText(country, i18n.language) ?? country}
      />
      <SettingRow title={t('settings.profile.birthday')} end={dayText(birthday, i18n.language)} />
      <KycRow />
      <SettingRow title={t('settings.profile.member')} end={dayText(created, i18n.language)} />
      <SettingRow
        title={t('settings.profile.referral')}
        description={t('settings.profile.referralHint')}
        end={
          <>
            <span className="num">{referral_code}</span>
            <CopyButton text={invitation} label={t('settings.profile.referralCopy')} />
          </>
        }
      />
    </SettingGroup>
  );
}

export function ProfileSection({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { first_name, last_name, username, email, phone, phone_verified } = settings;
  const verifiable = phone_verified ? undefined : t('settings.profile.verify');
  const phoneAction = phone === null ? t('settings.add') : verifiable;
  return (
    <>
      <SettingGroup>
        <EditableRow title={t('settings.profile.name')} value={`${first_name} ${last_name}`}>
          {(close) => <NameForm settings={settings} close={close} />}
        </EditableRow>
        <EditableRow
          title={t('settings.profile.username')}
          description={t('settings.profile.usernameHint')}
          value={username}
        >
          {(close) => <UsernameForm settings={settings} close={close} />}
        </EditableRow>
        <EditableRow title={t('settings.profile.email')} value={email}>
          {(_close, finish) => <EmailForm finish={finish} />}
        </EditableRow>
        <EditableRow
          title={t('settings.profile.phone')}
          description={
            phone !== null && !phone_verified ? (
              <span className="text-warn">{t('settings.profile.phoneUnverified')}</span>
            ) : undefined
          }
          value={phone ?? <span className="text-muted">{t('settings.profile.phoneNone')}</span>}
          action={phoneAction}
        >
          {(close) => <PhoneForm phone={phone ?? ''} close={close} />}
        </EditableRow>
      </SettingGroup>
      <FixedFacts settings={settings} />
    </>
  );
}
