import { describe } from 'vitest';
import { verificationDetails } from '#modules/kyc/review/details.cases.ts';
import { attackCases } from './attacks.cases.ts';
import { theDesk } from './desk.cases.ts';
import { theEnd } from './end.cases.ts';
import { eventsOfTheProvider } from './events.cases.ts';
import { whatIsFound } from './found.cases.ts';
import { theFrame } from './frame.cases.ts';
import { handingIn } from './handing-in.cases.ts';
import { whatIsKept } from './kept.cases.ts';
import { useKycWorld } from './kyc-world.ts';
import { whatLevelsTake } from './levels.cases.ts';
import { whatGoesWrong } from './robust.cases.ts';
import { whatStaffDecide } from './staff-decide.cases.ts';

// What is asked of one exchange, in this order: its start, and that of the provider's process, cost more than most subjects.
useKycWorld();
handingIn();
whatIsFound();
eventsOfTheProvider();
theDesk();
verificationDetails();
describe('an attacker', attackCases);
describe('staff decide what', whatStaffDecide);
describe('what goes wrong', whatGoesWrong);
whatLevelsTake();
theEnd();
whatIsKept();
theFrame();
