import { isGuessable } from './guessable-secret.ts';
import { demoSecret, type SettingValues } from './schema.ts';
import type { ConfigProblem } from './setting.ts';

/** How many bits a secret must seem to have: what signs sessions can be tried at home, a token only at the server. */
const secretBitsMin = 90;
const tokenBitsMin = 32;

/** Every secret of the server, with what a person does to change it. Of two that are equal, the later one is named. */
const purposes = [
  ['secret', 'SECRET'],
  ['cauriSecret', 'CAURI_SECRET'],
  ['payeerSecret', 'PAYEER_SECRET'],
  ['sepaSecret', 'SEPA_SECRET'],
  ['kycSecret', 'KYC_SECRET'],
  ['smsWebhookSecret', 'SMS_WEBHOOK_SECRET'],
  ['metricsToken', 'METRICS_TOKEN'],
] as const;

/** A secret that two purposes share opens one with what the other was told. Each such variable is refused. */
export function refuseSharedSecrets(values: Partial<SettingValues>): ConfigProblem[] {
  return purposes.flatMap(([name, variable], index) => {
    const first = purposes.slice(0, index).find(([other]) => values[name] && values[other] === values[name]);
    if (first === undefined) return [];
    const agree =
      variable === 'METRICS_TOKEN' ? 'give the new one to the scraper' : 'agree on it with the other side';
    return {
      variable,
      message: `${variable} must not be the same as ${first[1]}: the other side of one purpose could act in the other. Make a new one with: openssl rand -base64 32, set it as ${variable}, and ${agree}.`,
    };
  });
}

export function refuseGuessableSecrets(values: Partial<SettingValues>): ConfigProblem[] {
  return purposes.flatMap(([name, variable]) => {
    const secret = values[name];
    const bitsMin = variable === 'METRICS_TOKEN' ? tokenBitsMin : secretBitsMin;
    if (secret === undefined || secret === demoSecret || !isGuessable(secret, bitsMin)) return [];
    return {
      variable,
      message: `${variable} must be random when NODE_ENV=production: this one can be guessed, for it is made of words, repeats itself or has too little variety. Make one with: openssl rand -base64 32`,
    };
  });
}
