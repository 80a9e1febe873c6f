import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

/** For people who manage the team, and for its members, who may leave. */
export const teamScreen = {
  path: PATHS.team,
  label: "Team",
  access: { to: "members", permission: "account.see" },
  validateSearch: parseOpenParam,
  component: lazyRouteComponent(() => import("./ui/TeamScreen.tsx"), "TeamScreen"),
} satisfies Section;
