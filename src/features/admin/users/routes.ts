import { routes } from "#src/platform/http/api.ts";
import { changesContract } from "./changes/change-contract.ts";
import { listChanges, previewChange, startChange, stopChange, undoChange } from "./changes/changes.ts";
import { usersContract } from "./contract.ts";
import { mergesContract } from "./merges/merge-contract.ts";
import { listMerges, previewMerge, startMerge } from "./merges/merges.ts";
import { keepSecondFactorOf, removeSecondFactor } from "./second-factor.ts";
import {
  changeRole,
  confirmEmailFor,
  getUser,
  listUserActivity,
  listUserLimits,
  listUserMails,
  listUserSessions,
  listUsers,
  sendResetLink,
  signOutUser,
} from "./users.ts";
import { deleteUser, keepUser, sendUserExport } from "./whole-account.ts";

export const userRoutes = routes(
  { ...usersContract, ...changesContract, ...mergesContract },
  {
    list: listUsers,
    get: getUser,
    sessions: listUserSessions,
    mails: listUserMails,
    limitsReached: listUserLimits,
    activity: listUserActivity,
    confirmEmail: confirmEmailFor,
    sendResetLink,
    endSessions: signOutUser,
    removeSecondFactor,
    keepSecondFactor: keepSecondFactorOf,
    sendExport: sendUserExport,
    deleteUser,
    keepUser,
    changeRole,
    previewChange,
    startChange,
    listChanges,
    stopChange,
    undoChange,
    previewMerge,
    startMerge,
    listMerges,
  },
);
