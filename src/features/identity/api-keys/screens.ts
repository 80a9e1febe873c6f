import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const keysScreen = {
  path: PATHS.apiKeys,
  label: "API keys",
  access: { to: "members", permission: "team.manage" },
  validateSearch: parseOpenParam,
  component: lazyRouteComponent(() => import("./ui/KeysPage.tsx"), "KeysPage"),
} satisfies Section;
