import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const importsScreen = {
  path: PATHS.leadImports,
  label: "Import leads",
  access: { to: "members", permission: "leads.delete" },
  /** The import that's shown. */
  validateSearch: (raw: RawSearch): { id?: string } => searchTexts(raw, ["id"]),
  component: lazyRouteComponent(() => import("./ui/ImportsPage.tsx"), "ImportsPage"),
} satisfies Section;
