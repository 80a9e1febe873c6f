import type { Slice } from "#src/features/slice.ts";
import { usersPart } from "./account-part.ts";
import { changesContract } from "./changes/change-contract.ts";
import { usersContract } from "./contract.ts";
import { userEvents } from "./events.ts";
import { userJobs } from "./jobs.ts";
import { mergesContract } from "./merges/merge-contract.ts";
import { mergeMails } from "./merges/merge-mails.ts";
import { mergeAction } from "./merges/merges.ts";
import { userRoutes } from "./routes.ts";
import { removeFactor } from "./second-factor.ts";
import { appointAdmin } from "./users.ts";
import { deleteUserAction } from "./whole-account.ts";

export const slice: Slice = {
  contract: { users: { ...usersContract, ...changesContract, ...mergesContract } },
  routes: { users: userRoutes },
  events: userEvents,
  jobs: userJobs,
  mails: mergeMails,
  accountPart: usersPart,
  approvedActions: [appointAdmin, removeFactor, deleteUserAction, mergeAction],
};
