import { routes } from "#src/platform/http/api.ts";
import { pageDraftsContract, pageVersionsContract } from "./contract.ts";
import {
  cancelPageDraft,
  createPageDraft,
  discardPageDraft,
  getPageDraft,
  publishPageDraft,
} from "./drafts.ts";
import { getPageVersion, listPageVersions } from "./page-versions.ts";
import { restorePageVersion } from "./restoration.ts";

export const pageVersionRoutes = routes(pageVersionsContract, {
  list: listPageVersions,
  get: getPageVersion,
  restore: restorePageVersion,
});

export const pageDraftRoutes = routes(pageDraftsContract, {
  get: getPageDraft,
  create: createPageDraft,
  publish: publishPageDraft,
  cancel: cancelPageDraft,
  discard: discardPageDraft,
});
