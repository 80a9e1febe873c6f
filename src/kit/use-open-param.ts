import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { OpenParam } from "./search.ts";

/**
 * Opens a dialog if the URL requests it, and removes that from the URL, so that going back or reloading
 * doesn't open it again.
 */
export function useOpenParam(what: OpenParam["open"], open: () => void): void {
  const asked = useSearch({ strict: false, select: (search: OpenParam) => search.open });
  const navigate = useNavigate();
  const answer = useEffectEvent(() => {
    open();
    void navigate({
      to: ".",
      search: (search) => ({ ...search, open: undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    if (asked === what) answer();
  }, [asked, what]);
}
