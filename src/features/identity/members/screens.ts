import { lazyRouteComponent } from "@tanstack/react-router";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

/** Where an invitation's link leads. */
export const invitationScreen = {
  path: PATHS.acceptInvitation,
  validateSearch: (raw: RawSearch) => searchTexts(raw, ["token"]),
  component: lazyRouteComponent(() => import("./ui/AcceptInvitationPage.tsx"), "AcceptInvitationPage"),
};
