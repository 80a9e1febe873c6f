import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const membersScreens = [
  /** Where an invitation's link leads. */
  {
    path: PATHS.acceptInvitation,
    parent: "signed-out",
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["token"]),
    component: lazyRouteComponent(() => import("./ui/AcceptInvitationPage.tsx"), "AcceptInvitationPage"),
  },
] as const satisfies readonly Screen[];
