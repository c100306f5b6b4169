import { fail, type Result } from '@emporion/kernel';
import { type ApiFailure, networkFailure } from './failure.ts';

/** Makes a call whose contract is fetched with it. One that cannot be fetched is a network that failed. */
export async function withContract<Contract, Value>(
  load: () => Promise<Contract>,
  use: (contract: Contract) => Promise<Result<Value, ApiFailure>>,
): Promise<Result<Value, ApiFailure>> {
  let contract: Contract;
  try {
    contract = await load();
  } catch {
    return fail(networkFailure);
  }
  return use(contract);
}
