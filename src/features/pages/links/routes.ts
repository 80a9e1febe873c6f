import { profileCopiesContract } from "#src/features/pages/profiles/contract.ts";
import { routes } from "#src/platform/http/api.ts";
import { addressContract } from "./address-contract.ts";
import { createLinksFromAddresses } from "./address-links.ts";
import { changeLinks, listChanges, undoLinksChange } from "./bulk/bulk.ts";
import { linkBulkContract } from "./bulk/bulk-contract.ts";
import { linkCheckContract } from "./checks/check-contract.ts";
import { checkLink } from "./checks/checks.ts";
import { linksContract } from "./contract.ts";
import { duplicateProfile } from "./duplicate-profile.ts";
import { listHistory } from "./history/history.ts";
import { linkHistoryContract } from "./history/history-contract.ts";
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
import { shortNameContract } from "./short-names/name-contract.ts";
import { checkShortName } from "./short-names/short-names.ts";
import { listUtmTemplates, removeUtmTemplate, saveUtmTemplate } from "./utm/utm.ts";
import { utmTemplatesContract } from "./utm/utm-contract.ts";

export const linkRoutes = routes(
  {
    ...linksContract,
    ...addressContract,
    ...shortNameContract,
    ...linkHistoryContract,
    ...linkCheckContract,
    ...utmTemplatesContract,
    ...linkSearchContract,
    ...linkBulkContract,
  },
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
    checkShortName,
    history: listHistory,
    check: checkLink,
    utmTemplates: listUtmTemplates,
    saveUtmTemplate,
    removeUtmTemplate,
    search: searchLinks,
    labels: listLinkLabels,
    changeMany: changeLinks,
    changes: listChanges,
    undoMany: undoLinksChange,
  },
);

export const profileCopyRoutes = routes(profileCopiesContract, { duplicate: duplicateProfile });
