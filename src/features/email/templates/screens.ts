import { IconTemplate } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen, Section } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

const access = { to: "members", permission: "mail.send" } as const;

export const templatesScreen = {
  path: PATHS.templates,
  label: "Templates",
  Icon: IconTemplate,
  access,
  validateSearch: parseOpenParam,
  component: lazyRouteComponent(() => import("./ui/TemplatesPage.tsx"), "TemplatesPage"),
} satisfies Screen;

export const templateScreen = {
  path: PATHS.template,
  label: "Template",
  access,
  component: lazyRouteComponent(() => import("./ui/TemplatePage.tsx"), "TemplatePage"),
} satisfies Section;
