import type { Slice } from "#src/features/slice.ts";
import { linksPart } from "./account-part.ts";
import { addressContract, linkDetailsContract } from "./address-contract.ts";
import { linkBulkContract } from "./bulk/bulk-contract.ts";
import { linkCheckContract } from "./checks/check-contract.ts";
import { linkMails } from "./checks/mails.ts";
import { linksContract } from "./contract.ts";
import { linkEvents } from "./events.ts";
import { linkHistoryContract } from "./history/history-contract.ts";
import { linkJobs } from "./jobs.ts";
import { linkRoutes, profileCopyRoutes } from "./routes.ts";
import { linkSearchContract } from "./search/search-contract.ts";
import { shortNameContract } from "./short-names/name-contract.ts";
import { LINK_PICTURES } from "./tables.ts";
import { utmTemplatesContract } from "./utm/utm-contract.ts";

export const slice: Slice = {
  contract: {
    links: {
      ...linksContract,
      ...addressContract,
      ...linkDetailsContract,
      ...shortNameContract,
      ...linkHistoryContract,
      ...linkCheckContract,
      ...utmTemplatesContract,
      ...linkSearchContract,
      ...linkBulkContract,
    },
  },
  routes: { profiles: profileCopyRoutes, links: linkRoutes },
  events: linkEvents,
  jobs: linkJobs,
  mails: linkMails,
  accountPart: linksPart,
  picturePlaces: LINK_PICTURES,
};
