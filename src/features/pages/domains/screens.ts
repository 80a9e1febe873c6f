import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const domainsScreen = {
  path: PATHS.domains,
  label: "Domains",
  access: { to: "members", permission: "connections.manage" },
  component: lazyRouteComponent(() => import("./ui/DomainsPage.tsx"), "DomainsPage"),
} satisfies Section;

export interface InstructionsSearch {
  /** The id of the domain to set up. */
  domain?: string;
}

/** Part of that section. */
export const domainInstructionsScreen = {
  ...domainsScreen,
  path: PATHS.domainInstructions,
  validateSearch: (raw: RawSearch): InstructionsSearch => searchTexts(raw, ["domain"]),
  component: lazyRouteComponent(() => import("./ui/DomainsPage.tsx"), "InstructionsPage"),
} satisfies Section;
