import { useQuery } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { inAppContract } from "../../contract.ts";
import type { ExitMethod, ExitSystem, InAppBrowser } from "../../rules.ts";

const inApp = clientFor("inApp", inAppContract);

/** Returns the ways out that an app's visitors are offered: the built-in ones until the instance's are known. */
export function useWaysOut(app: InAppBrowser | undefined, system: ExitSystem): readonly ExitMethod[] {
  const { data } = useQuery({ ...inApp.listWays.queryOptions(), enabled: app !== undefined });
  if (!app || system === "other") return [];
  return data?.items.find((item) => item.app === app.key)?.[system] ?? app.ways[system];
}
