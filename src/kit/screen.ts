import type { TablerIcon } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import type { MemberAccess, StaffAccess } from "#src/lib/access.ts";
import type { RawSearch } from "./search.ts";

/** A dashboard screen in the navigation and the palette, for everyone whose access allows it. */
export interface Screen {
  path: string;
  label: string;
  Icon: TablerIcon;
  access: MemberAccess | StaffAccess;
  /** The search parameters of its URL. Anything else is dropped. */
  validateSearch?: (raw: RawSearch) => object;
  component: RouteComponent;
}

/** A section of the settings. Its icon is in the shell, which loads after the first screen. */
export type Section = Omit<Screen, "Icon">;
