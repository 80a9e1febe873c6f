import type { Slice } from "#src/features/slice.ts";
import { usersContract } from "./contract.ts";
import { userEvents } from "./events.ts";
import { userRoutes } from "./routes.ts";
import { removeFactor } from "./second-factor.ts";
import { appointAdmin } from "./users.ts";
import { deleteUserAction } from "./whole-account.ts";

export const slice: Slice = {
  contract: { users: usersContract },
  routes: { users: userRoutes },
  events: userEvents,
  approvedActions: [appointAdmin, removeFactor, deleteUserAction],
};
