import { fail, type Result, succeed } from '@emporion/kernel';
import { StartupError } from '#platform/startup/startup-error.ts';
import { productionCause } from './production-mode.ts';
import { checkRules } from './rules.ts';
import { type Config, demoSecret, type SettingValues, settings } from './schema.ts';
import type { ConfigProblem, Setting } from './setting.ts';
import { warningsOf } from './warnings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration, or tells every problem at once, each under the name of its variable. */
export function loadConfig(env: Environment): Result<Config, ConfigProblem[]> {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const text = givenText(env, setting) ?? setting.fallback;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(refusal(setting, text ?? ''));
  }
  const refused = new Set(problems.map(({ variable }) => variable));
  problems.push(...checkRules(values).filter(({ variable }) => !refused.has(variable)));
  return problems.length > 0 ? fail(problems) : succeed(decide(values as SettingValues, env));
}

/** @throws StartupError with every problem, a line for each. */
export function readConfig(env: Environment): Config {
  const loaded = loadConfig(env);
  if (loaded.ok) return loaded.value;
  throw new StartupError(loaded.failure.map(({ message }) => message).join('\n'));
}

/** An empty variable counts as unset: that is how people blank a line of their `.env`. */
function givenText(env: Environment, { env: variable }: Setting): string | undefined {
  const text = env[variable]?.trim();
  return text === '' ? undefined : text;
}

function refusal({ env: variable, expects, secret }: Setting, text: string): ConfigProblem {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const given = secret ? '' : `, not ${JSON.stringify(shown)}`;
  return { variable, message: `${variable} must be ${expects}${given}.` };
}

function decide(values: SettingValues, env: Environment): Config {
  const production = productionCause(values) !== undefined;
  const decided = {
    ...values,
    production,
    demo: values.demo ?? !production,
    publicUrl: values.publicUrl ?? `http://localhost:${values.port}`,
    secret: values.secret ?? demoSecret,
    logLevel: values.logLevel ?? (production ? 'info' : 'warn'),
  };
  const isGiven = (variable: string) => (env[variable] ?? '').trim() !== '';
  return Object.freeze({ ...decided, warnings: warningsOf(decided, isGiven) });
}
