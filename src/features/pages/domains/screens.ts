import { IconListDetails, IconWorld } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface InstructionsSearch {
  /** The id of the domain to set up. */
  domain?: string;
}

export const domainsScreens = [
  {
    path: PATHS.domains,
    parent: "settings",
    label: "Domains",
    keywords: "custom own url dns host website cname",
    Icon: IconWorld,
    access: { to: "members", permission: "connections.manage" },
    component: lazyRouteComponent(() => import("./ui/DomainsPage.tsx"), "DomainsPage"),
  },
  {
    path: PATHS.domainInstructions,
    parent: PATHS.domains,
    label: "Domain instructions",
    keywords: "dns records cname txt setup set up provider",
    Icon: IconListDetails,
    validateSearch: (raw: RawSearch): InstructionsSearch => searchTexts(raw, ["domain"]),
    access: { to: "members", permission: "connections.manage" },
    component: lazyRouteComponent(() => import("./ui/DomainsPage.tsx"), "InstructionsPage"),
  },
] as const satisfies readonly Screen[];
