import { routes } from "#src/platform/http/api.ts";
import { staffKeysContract } from "./contract.ts";
import { createStaffKey, listStaffKeys, revokeStaffKey, rotateStaffKey } from "./staff-keys.ts";

export const staffKeyRoutes = routes(staffKeysContract, {
  list: listStaffKeys,
  create: createStaffKey,
  rotate: rotateStaffKey,
  revoke: revokeStaffKey,
});
