import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

/** Where an invitation's link leads. */
export const invitationScreen = {
  path: PATHS.acceptInvitation,
  validateSearch: (raw: RawSearch) => searchTexts(raw, ["token"]),
  component: lazyRouteComponent(() => import("./ui/AcceptInvitationPage.tsx"), "AcceptInvitationPage"),
};

/** For people who manage the team, and for its members, who may leave. */
export const teamScreen = {
  path: PATHS.team,
  label: "Team",
  access: { to: "members", permission: "account.see" },
  component: lazyRouteComponent(() => import("./ui/TeamPage.tsx"), "TeamPage"),
} satisfies Section;
