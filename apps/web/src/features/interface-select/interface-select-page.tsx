import { tradingInterfaces } from '@emporion/contracts/rest';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#api/api.ts';
import { accountEndpoints } from '#api/contract/account.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { rememberInterfaceOffer } from '#preferences/interface-offer.ts';
import { startPathFor } from '#preferences/start-path.ts';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { InterfacePicture } from './interface-picture.tsx';

type TradingInterface = (typeof tradingInterfaces)[number];

interface ChoiceProps {
  value: TradingInterface;
  checked: boolean;
  choose(value: TradingInterface): void;
}

function Choice({ value, checked, choose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className="flex cursor-pointer items-start gap-4 rounded-md bg-raised p-4 has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="interface"
        value={value}
        checked={checked}
        onChange={() => choose(value)}
        className="mt-1 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">{t(`settings.interface.${value}.title`)}</span>
        <span className="mt-0.5 block text-pretty text-muted">{t(`settings.interface.${value}.text`)}</span>
      </span>
      <InterfacePicture value={value} />
    </label>
  );
}

/**
 * The interface of the account. Before the profile arrives nothing is marked: a mark that moves by
 * itself could be pressed away unseen. Accounts without a choice begin with the desk.
 */
function useChoice() {
  const [chosen, setChosen] = useState<TradingInterface>();
  /** Null: none was chosen before. */
  const [before, setBefore] = useState<TradingInterface | null>();
  useEffect(() => {
    void call(accountEndpoints.profile).then((profile) => {
      const kept = profile.ok ? profile.value.interface : null;
      setBefore(kept);
      setChosen((now) => now ?? kept ?? 'advanced');
    });
  }, []);
  return { before, chosen, setChosen };
}

interface InterfaceSelectProps {
  /** Where the person was on the way to; undefined opens the start page of the interface. */
  next?: string | undefined;
}

/** Offers the trading interfaces, keeps the choice and goes on. Leaving keeps things as they are. */
export function InterfaceSelectPage({ next }: InterfaceSelectProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { before, chosen, setChosen } = useChoice();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  // The offer of a first login is used up as soon as it is seen.
  useEffect(() => rememberInterfaceOffer(false), []);
  const goOn = async (begin: TradingInterface | null): Promise<void> => {
    await navigate(next ?? startPathFor(begin), { replace: true });
  };
  const keep = async (): Promise<void> => {
    if (pending || chosen === undefined) return;
    setPending(true);
    setMessage(undefined);
    const answer = await call(settingsEndpoints.change, { body: { interface: chosen } });
    setPending(false);
    if (answer.ok) await goOn(chosen);
    else setMessage(refusalOf(answer.failure, t).message);
  };
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <div>
        <h1 className="text-xl font-bold">{t('settings.interface.title')}</h1>
        <p className="mt-1 text-base text-pretty text-muted">{t('settings.interface.lead')}</p>
      </div>
      <FormMessage message={message} />
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t('settings.interface.title')}</legend>
        {tradingInterfaces.map((value) => (
          <Choice key={value} value={value} checked={value === chosen} choose={setChosen} />
        ))}
      </fieldset>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="big" wide loading={pending || chosen === undefined}>
          {t('settings.continue')}
        </Button>
        <Button variant="flat" color="black" wide onClick={() => void goOn(before ?? null)}>
          {t(before ? 'common.cancel' : 'settings.interface.skip')}
        </Button>
      </div>
      <p className="text-center text-muted">{t('settings.interface.later')}</p>
    </form>
  );
}
