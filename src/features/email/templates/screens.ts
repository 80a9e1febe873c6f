import { IconTemplate } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const templatesScreens = [
  {
    path: PATHS.templates,
    parent: "email",
    label: "Templates",
    keywords: "newsletter design e-mail email write editor blocks snippets",
    Icon: IconTemplate,
    validateSearch: parseOpenParam,
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/TemplatesPage.tsx"), "TemplatesPage"),
  },
  {
    path: PATHS.template,
    parent: PATHS.templates,
    label: "Template",
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/TemplatePage.tsx"), "TemplatePage"),
  },
] as const satisfies readonly Screen[];
