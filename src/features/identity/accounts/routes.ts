import { routes } from "#src/platform/http/api.ts";
import { cancelDeletion, getInstance } from "./accounts.ts";
import { accountsContract } from "./contract.ts";
import { cancelEmailChange, requestEmailChange } from "./email-changes/email-changes.ts";
import { disconnectGoogle } from "./google/google.ts";
import { allowStaff, endImpersonation, getStaffAccess, impersonate } from "./impersonation/impersonation.ts";
import { impersonationContract } from "./impersonation/impersonation-contract.ts";
import { addPasskey, removePasskey, startPasskey, updatePasskey } from "./passkeys/passkeys.ts";
import { getMe, updateMe } from "./person/person.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions/sessions.ts";
import { getSignInMethods } from "./sign-in-methods/sign-in-methods.ts";
import { signInMethodsContract } from "./sign-in-methods/sign-in-methods-contract.ts";
import { keepSecondFactor } from "./two-factor/removal.ts";
import {
  replaceRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from "./two-factor/two-factor.ts";

const contract = { ...accountsContract, ...signInMethodsContract, ...impersonationContract };

export const accountRoutes = routes(contract, {
  me: getMe,
  updateMe,
  requestEmailChange,
  cancelEmailChange,
  sessions: listSessions,
  endSession,
  endOtherSessions,
  keepAccount: cancelDeletion,
  waysIn: getSignInMethods,
  startTwoFactor,
  turnOnTwoFactor,
  turnOffTwoFactor,
  keepSecondFactor,
  replaceRecoveryCodes,
  startPasskey,
  addPasskey,
  updatePasskey,
  removePasskey,
  disconnectGoogle,
  instance: getInstance,
  staffAccess: getStaffAccess,
  allowStaff,
  impersonate,
  endImpersonation,
});
