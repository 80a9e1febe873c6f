import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followStream, type LiveState, throttled } from "#src/kit/event-stream.ts";
import { READ_EVERY_MS } from "../rules.ts";
import { analytics } from "./analytics-client.ts";
import { analyticsKey } from "./use-analytics.ts";

/** Refreshes a profile's figures whenever something was counted, as long as the screen is visible. */
export function useLive(profileId: string): LiveState {
  const queries = useQueryClient();
  const visible = useDocumentVisibility() === "visible";
  const [state, setState] = useState<LiveState>("opening");
  useEffect(() => {
    if (!visible) return;
    const { signal, abort } = ending();
    const read = () => queries.refetchQueries({ queryKey: analyticsKey(profileId), type: "active" });
    void followStream({
      open: (stopped) => analytics.live.call({ id: profileId }, { signal: stopped }),
      onState: setState,
      onNews: throttled(read, { gapMs: READ_EVERY_MS, signal }),
      signal,
    });
    return () => {
      abort();
      setState("opening");
    };
  }, [profileId, visible, queries]);
  return state;
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
