import { profileCopiesContract } from "#src/features/pages/profiles/contract.ts";
import { routes } from "#src/platform/http/api.ts";
import { addressContract } from "./address-contract.ts";
import { createLinksFromAddresses } from "./address-links.ts";
import { changeLinks, listChanges, undoLinksChange } from "./bulk/bulk.ts";
import { linkBulkContract } from "./bulk/bulk-contract.ts";
import { linksContract } from "./contract.ts";
import { duplicateProfile } from "./duplicate-profile.ts";
import {
  createLink,
  deleteLink,
  duplicateLink,
  listLinks,
  listNames,
  restoreLink,
  updateLink,
} from "./links.ts";
import { orderLinks } from "./order.ts";
import { listLinkLabels, searchLinks } from "./search/search.ts";
import { linkSearchContract } from "./search/search-contract.ts";

export const linkRoutes = routes(
  { ...linksContract, ...addressContract, ...linkSearchContract, ...linkBulkContract },
  {
    names: listNames,
    list: listLinks,
    create: createLink,
    createFromAddresses: createLinksFromAddresses,
    update: updateLink,
    delete: deleteLink,
    restore: restoreLink,
    duplicate: duplicateLink,
    order: orderLinks,
    search: searchLinks,
    labels: listLinkLabels,
    changeMany: changeLinks,
    changes: listChanges,
    undoMany: undoLinksChange,
  },
);

export const profileCopyRoutes = routes(profileCopiesContract, { duplicate: duplicateProfile });
