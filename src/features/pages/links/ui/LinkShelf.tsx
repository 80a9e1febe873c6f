import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { PATHS } from "#src/lib/paths.ts";
import classes from "./Links.module.css";

const LinkTools = prefetchedComponent(
  async () => (await import("./search/LinkTools.tsx")).LinkTools,
  <div style={{ height: 42 }} />,
);

interface LinkShelfProps {
  profile: Profile;
  hasLinks: boolean;
  children: ReactNode;
}

/** Search and selection above the links, and what's found instead of them. */
export function LinkShelf({ profile, hasLinks, children }: LinkShelfProps) {
  const { q, pick } = useSearch({ from: `/shell${PATHS.links}` });
  const isFinding = q !== undefined || pick !== undefined;
  return (
    <div className={classes.area}>
      {(hasLinks || isFinding) && <LinkTools profile={profile} />}
      {!isFinding && children}
    </div>
  );
}
