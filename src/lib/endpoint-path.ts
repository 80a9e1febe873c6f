import type { AnyContractProcedure } from "@orpc/contract";
import { API_PATH } from "./paths.ts";

/** Where an endpoint is, for what isn't a call but a link. `parameters` go where its path has their names. */
export function pathOf(endpoint: AnyContractProcedure, parameters: Record<string, string> = {}): string {
  const { path = "" } = endpoint["~orpc"].route;
  return (
    API_PATH + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""))
  );
}
