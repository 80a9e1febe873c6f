import { routes } from "#src/platform/http/api.ts";
import { pageVersionsContract } from "./contract.ts";
import { pageDraftsContract } from "./drafts/draft-contract.ts";
import { cancelPageDraft, createPageDraft, discardPageDraft, getPageDraft } from "./drafts/drafts.ts";
import { publishPageDraft } from "./drafts/publication.ts";
import { getPageVersion, keepPageNow, listPageVersions } from "./page-versions.ts";
import { restorePageVersion } from "./restoration.ts";

export const pageVersionRoutes = routes(pageVersionsContract, {
  list: listPageVersions,
  get: getPageVersion,
  keep: keepPageNow,
  restore: restorePageVersion,
});

export const pageDraftRoutes = routes(pageDraftsContract, {
  get: getPageDraft,
  create: createPageDraft,
  publish: publishPageDraft,
  cancel: cancelPageDraft,
  discard: discardPageDraft,
});
