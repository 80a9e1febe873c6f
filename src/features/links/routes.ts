import { routes } from "#src/platform/http/api.ts";
import { linksContract } from "./contract.ts";
import {
  createLink,
  deleteLink,
  duplicateLink,
  listLinks,
  listNames,
  orderLinks,
  restoreLink,
  updateLink,
} from "./links.ts";

export const linkRoutes = routes(linksContract, {
  names: listNames,
  list: listLinks,
  create: createLink,
  update: updateLink,
  delete: deleteLink,
  restore: restoreLink,
  duplicate: duplicateLink,
  order: orderLinks,
});
