import { routes } from "#src/platform/http/api.ts";
import { createKey, listKeys, renameKey, revokeKey, rotateKey } from "./api-keys.ts";
import { keysContract } from "./contract.ts";

export const keyRoutes = routes(keysContract, {
  list: listKeys,
  create: createKey,
  rename: renameKey,
  rotate: rotateKey,
  revoke: revokeKey,
});
